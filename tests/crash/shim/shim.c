/* A disk that loses power, fills up or fails: a library to preload in front of the C library.
 *
 * It follows the files of one folder (SHIM_FOLDER, an absolute path without links).
 *
 * Power cut. SHIM_SHADOW names a folder that holds what a disk would hold if the power went away at this moment:
 *   data/ID   the bytes of a file that have been synced: written and then covered by an fsync or fdatasync that returned
 *   names     one line `ID NAME` for each directory entry that is durable
 *   births    one line `ID INODE` for each file, in the order in which they were first seen
 * Bytes and sizes of a file become durable when a sync of that file has completed; entries (created, renamed, removed
 * files) when a sync of the folder has completed, and not before. That is the least that POSIX promises. What is there
 * when the process starts is durable; until `names` exists the process has not begun, and the folder is as it was. A shared memory index (-shm) is never durable: it is rebuilt after every start.
 *
 * Faults. SHIM_FAIL_WRITE=N fails the Nth write (also the Nth truncation or allocation) with SHIM_ERRNO (ENOSPC or EIO);
 * with SHIM_SHORT=1 half of the Nth write goes through and the next one fails. SHIM_FAIL_SYNC=N fails the Nth sync
 * of a file with EIO; as on Linux, what that sync should have made durable counts as clean and is lost unless it is written
 * again. The sync of the folder never fails: SQLite does not look at its outcome. Faults end after one failure, or with
 * SHIM_STICKY=1 as soon as the file SHIM_HEAL exists.
 *
 * The first fault is told on the standard output as `fault write FILE N` or `fault sync FILE N lost|nothing` (whether there
 * was anything to make durable), and the end of the process as `counted WRITES SYNCS`, in single writes, so that they
 * stand in order between the lines of the program.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        _exit(97);
    }
    return found;
}

struct range {
    off_t from, until;
};

struct followed {
    struct followed *next;
    dev_t device;
    ino_t inode;
    unsigned id;
    bool memory; /* the shared memory index: faults hit it, but it is never durable */
    char name[NAME_MAX + 1];
    int shadow;
    int reader; /* opened only if the program's own descriptor cannot read, and never closed: closing would drop locks */
    struct range *dirty;
    size_t dirty_count, dirty_room;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct followed *files;
static unsigned last_id;
static char folder[PATH_MAX], shadow[PATH_MAX];
static dev_t folder_device;
static ino_t folder_inode;
static bool following, real_sync;
static int standard_output; /* as it was when the process started */
static unsigned sync_microseconds;

static unsigned long writes, syncs, fail_write, fail_sync;
static int fail_errno = EIO;
static bool sticky, short_write, told;
static const char *heal;

static void die(const char *what) {
    dprintf(STDERR_FILENO, "shim: %s: %s\n", what, strerror(errno));
    _exit(97);
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static struct followed *by_inode(dev_t device, ino_t inode) {
    for (struct followed *file = files; file != NULL; file = file->next) {
        if (file->inode == inode && file->device == device) {
            return file;
        }
    }
    return NULL;
}

static void forget(dev_t device, ino_t inode) {
    for (struct followed **at = &files; *at != NULL; at = &(*at)->next) {
        if ((*at)->inode == inode && (*at)->device == device) {
            *at = (*at)->next; /* leaked on purpose: a thread may hold it */
            return;
        }
    }
}

static void mark(struct followed *file, off_t from, off_t until) {
    if (file->memory || from >= until) {
        return;
    }
    if (file->dirty_count > 0) {
        struct range *last = &file->dirty[file->dirty_count - 1];
        if (from <= last->until && until >= last->from) {
            last->from = from < last->from ? from : last->from;
            last->until = until > last->until ? until : last->until;
            return;
        }
    }
    if (file->dirty_count == file->dirty_room) {
        file->dirty_room = file->dirty_room ? 2 * file->dirty_room : 64;
        file->dirty = realloc(file->dirty, file->dirty_room * sizeof *file->dirty);
        if (file->dirty == NULL) {
            die("memory");
        }
    }
    file->dirty[file->dirty_count++] = (struct range){from, until};
}

/* Copies what the file holds to the disk, within the length that the file has. */
static void copy(struct followed *file, int reader, const struct range *ranges, size_t count, off_t length) {
    static char buffer[1 << 16];
    if (REAL(ftruncate)(file->shadow, length) != 0) {
        die("shadow length");
    }
    for (size_t index = 0; index < count; index++) {
        off_t at = ranges[index].from;
        off_t until = ranges[index].until < length ? ranges[index].until : length;
        while (at < until) {
            size_t piece = until - at < (off_t)sizeof buffer ? (size_t)(until - at) : sizeof buffer;
            ssize_t got = pread(reader, buffer, piece, at);
            if (got < 0 && errno == EBADF && file->reader < 0) {
                char path[64];
                snprintf(path, sizeof path, "/proc/self/fd/%d", reader);
                reader = file->reader = REAL(open)(path, O_RDONLY | O_CLOEXEC);
                continue;
            }
            if (got < 0) {
                die("read back");
            }
            if (got == 0) {
                break;
            }
            if (REAL(pwrite)(file->shadow, buffer, (size_t)got, at) != got) {
                die("shadow write");
            }
            at += got;
        }
    }
}

static struct followed *follow(const char *name, const struct stat *status) {
    struct followed *file = calloc(1, sizeof *file);
    if (file == NULL) {
        die("memory");
    }
    file->device = status->st_dev;
    file->inode = status->st_ino;
    file->id = ++last_id;
    file->memory = ends_with(name, "-shm");
    file->shadow = file->reader = -1;
    snprintf(file->name, sizeof file->name, "%s", name);
    if (shadow[0] && !file->memory) {
        char path[PATH_MAX + 64];
        snprintf(path, sizeof path, "%s/data/%u", shadow, file->id);
        file->shadow = REAL(open)(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (file->shadow < 0) {
            die(path);
        }
        char line[128];
        int length = snprintf(line, sizeof line, "%u %llu\n", file->id, (unsigned long long)file->inode);
        snprintf(path, sizeof path, "%s/births", shadow);
        int births = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (births < 0 || REAL(write)(births, line, (size_t)length) != length) {
            die(path);
        }
        close(births);
    }
    file->next = files;
    files = file;
    return file;
}

/* Lists the entries of the folder, one line for each, and follows those that are new. */
static size_t list_names(char *text, size_t room) {
    size_t length = 0;
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        die(folder);
    }
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        struct stat status;
        if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) {
            continue;
        }
        struct followed *file = by_inode(status.st_dev, status.st_ino);
        if (file == NULL) {
            file = follow(entry->d_name, &status);
        }
        if (!file->memory) {
            length += (size_t)snprintf(text + length, room - length, "%u %s\n", file->id, entry->d_name);
            if (length >= room) {
                die("too many files");
            }
        }
    }
    closedir(entries);
    return length;
}

/* Makes the entries of the folder durable as they are. */
static void keep_names(void) {
    if (!shadow[0]) {
        return;
    }
    char path[PATH_MAX + 64], renamed[PATH_MAX + 64], text[1 << 16];
    size_t length = list_names(text, sizeof text);
    snprintf(path, sizeof path, "%s/names.new", shadow);
    snprintf(renamed, sizeof renamed, "%s/names", shadow);
    int names = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (names < 0 || REAL(write)(names, text, length) != (ssize_t)length || close(names) != 0) {
        die(path);
    }
    if (rename(path, renamed) != 0) {
        die(renamed);
    }
}

static unsigned long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void) {
    const char *given = getenv("SHIM_FOLDER");
    struct stat status;
    if (given == NULL || realpath(given, folder) == NULL || stat(folder, &status) != 0) {
        die("SHIM_FOLDER");
    }
    standard_output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100);
    folder_device = status.st_dev;
    folder_inode = status.st_ino;
    fail_write = number("SHIM_FAIL_WRITE");
    fail_sync = number("SHIM_FAIL_SYNC");
    const char *wanted = getenv("SHIM_ERRNO");
    fail_errno = wanted && strcmp(wanted, "ENOSPC") == 0 ? ENOSPC : EIO;
    sticky = number("SHIM_STICKY") != 0;
    short_write = number("SHIM_SHORT") != 0;
    real_sync = number("SHIM_REAL_SYNC") != 0;
    sync_microseconds = (unsigned)number("SHIM_SYNC_MICROSECONDS");
    heal = getenv("SHIM_HEAL");
    given = getenv("SHIM_SHADOW");
    if (given != NULL) {
        snprintf(shadow, sizeof shadow, "%s", given);
    }
    char names[1 << 16];
    list_names(names, sizeof names);
    for (struct followed *file = files; file != NULL; file = file->next) {
        if (file->shadow < 0) {
            continue;
        }
        char path[2 * PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, file->name);
        int reader = REAL(open)(path, O_RDONLY | O_CLOEXEC);
        struct range everything = {0, 0};
        if (reader < 0 || (everything.until = lseek(reader, 0, SEEK_END)) < 0) {
            die(path);
        }
        copy(file, reader, &everything, 1, everything.until);
        close(reader);
    }
    /* Last: a shadow without names is one that was not ready when the process ended. */
    keep_names();
    following = true;
}

static void tell(const char *format, ...) {
    char line[512];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    /* Whoever listened may be gone. */
    if (REAL(write)(standard_output, line, (size_t)length) != length) {
        return;
    }
}

__attribute__((destructor)) static void end(void) {
    tell("counted %lu %lu\n", writes, syncs);
}

/* The file behind a descriptor, with the lock held if there is one. */
static struct followed *locked(int descriptor) {
    struct stat status;
    if (!following || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return NULL;
    }
    pthread_mutex_lock(&lock);
    struct followed *file = by_inode(status.st_dev, status.st_ino);
    if (file == NULL) {
        pthread_mutex_unlock(&lock);
    }
    return file;
}

static bool over(void) {
    return sticky ? heal != NULL && access(heal, F_OK) == 0 : told;
}

/* Whether this write fails, and whether half of it goes through first. */
enum outcome { GOES_THROUGH, GOES_HALF, FAILS };

static enum outcome next_write(struct followed *file, bool can_be_halved) {
    writes++;
    if (fail_write == 0 || writes < fail_write || over()) {
        return GOES_THROUGH;
    }
    if (short_write && can_be_halved && writes == fail_write) {
        return GOES_HALF;
    }
    if (!told) {
        told = true;
        tell("fault write %s %lu\n", file->name, writes);
    }
    return FAILS;
}

static size_t half(size_t bytes) {
    return bytes > 1 ? bytes / 2 : bytes;
}

static ssize_t write_at(int descriptor, const struct iovec *pieces, int count, off_t offset, bool moves) {
    struct followed *file = locked(descriptor);
    if (file == NULL) {
        return moves ? REAL(writev)(descriptor, pieces, count) : REAL(pwritev)(descriptor, pieces, count, offset);
    }
    struct iovec halved;
    enum outcome outcome = next_write(file, true);
    if (outcome == FAILS) {
        pthread_mutex_unlock(&lock);
        errno = fail_errno;
        return -1;
    }
    if (outcome == GOES_HALF) {
        halved = (struct iovec){pieces[0].iov_base, half(pieces[0].iov_len)};
        pieces = &halved;
        count = 1;
    }
    if (moves) {
        int flags = fcntl(descriptor, F_GETFL);
        offset = lseek(descriptor, 0, flags >= 0 && (flags & O_APPEND) ? SEEK_END : SEEK_CUR);
    }
    ssize_t written =
        moves ? REAL(writev)(descriptor, pieces, count) : REAL(pwritev)(descriptor, pieces, count, offset);
    int problem = errno;
    if (written > 0) {
        mark(file, offset, offset + written);
    }
    pthread_mutex_unlock(&lock);
    errno = problem;
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    struct iovec piece = {(void *)bytes, length};
    return write_at(descriptor, &piece, 1, 0, true);
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return write_at(descriptor, pieces, count, 0, true);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    struct iovec piece = {(void *)bytes, length};
    return write_at(descriptor, &piece, 1, offset, false);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    struct iovec piece = {(void *)bytes, length};
    return write_at(descriptor, &piece, 1, offset, false);
}

ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
    return write_at(descriptor, pieces, count, offset, false);
}

ssize_t pwritev64(int descriptor, const struct iovec *pieces, int count, off64_t offset) {
    return write_at(descriptor, pieces, count, offset, false);
}

int ftruncate(int descriptor, off_t length) {
    struct followed *file = locked(descriptor);
    if (file == NULL) {
        return REAL(ftruncate)(descriptor, length);
    }
    struct stat status;
    off_t before = fstat(descriptor, &status) == 0 ? status.st_size : 0;
    /* A full disk has room for less. */
    bool possible = fail_errno == ENOSPC && length <= before;
    int outcome;
    if (!possible && next_write(file, false) == FAILS) {
        errno = fail_errno;
        outcome = -1;
    } else {
        outcome = REAL(ftruncate)(descriptor, length);
        if (outcome == 0) {
            mark(file, length < before ? length : before, length < before ? before : length);
        }
    }
    int problem = errno;
    pthread_mutex_unlock(&lock);
    errno = problem;
    return outcome;
}

int ftruncate64(int descriptor, off64_t length) {
    return ftruncate(descriptor, length);
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    struct followed *file = locked(descriptor);
    if (file == NULL) {
        return REAL(fallocate)(descriptor, mode, offset, length);
    }
    int outcome;
    if (next_write(file, false) == FAILS) {
        errno = fail_errno;
        outcome = -1;
    } else {
        outcome = REAL(fallocate)(descriptor, mode, offset, length);
        if (outcome == 0) {
            mark(file, offset, offset + length);
        }
    }
    int problem = errno;
    pthread_mutex_unlock(&lock);
    errno = problem;
    return outcome;
}

int fallocate64(int descriptor, int mode, off64_t offset, off64_t length) {
    return fallocate(descriptor, mode, offset, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    return fallocate(descriptor, 0, offset, length) == 0 ? 0 : errno;
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
    return posix_fallocate(descriptor, offset, length);
}

static bool sync_fails(const struct followed *file) {
    syncs++;
    if (fail_sync == 0 || syncs < fail_sync || over()) {
        return false;
    }
    if (!told) {
        told = true;
        tell("fault sync %s %lu %s\n", file->name, syncs, file->dirty_count > 0 ? "lost" : "nothing");
    }
    return true;
}

static int wait_for_disk(int descriptor) {
    if (sync_microseconds > 0) {
        usleep(sync_microseconds);
    }
    return real_sync || !shadow[0] ? REAL(fdatasync)(descriptor) : 0;
}

static int sync_folder(int descriptor) {
    int outcome = wait_for_disk(descriptor);
    int problem = errno;
    if (outcome == 0) {
        pthread_mutex_lock(&lock);
        keep_names();
        pthread_mutex_unlock(&lock);
    }
    errno = problem;
    return outcome;
}

static int sync_file(int descriptor) {
    struct stat status;
    if (following && fstat(descriptor, &status) == 0 && status.st_ino == folder_inode &&
        status.st_dev == folder_device) {
        return sync_folder(descriptor);
    }
    struct followed *file = locked(descriptor);
    if (file == NULL) {
        return REAL(fdatasync)(descriptor);
    }
    bool fails = sync_fails(file);
    struct range *dirty = file->dirty;
    size_t count = file->dirty_count;
    file->dirty = NULL;
    file->dirty_count = file->dirty_room = 0;
    pthread_mutex_unlock(&lock);
    int outcome = fails ? -1 : wait_for_disk(descriptor);
    int problem = fails ? EIO : errno;
    if (outcome == 0 && file->shadow >= 0) {
        pthread_mutex_lock(&lock);
        /* The length of this moment: another sync may have made a longer file durable meanwhile. */
        off_t length = fstat(descriptor, &status) == 0 ? status.st_size : 0;
        copy(file, file->reader < 0 ? descriptor : file->reader, dirty, count, length);
        pthread_mutex_unlock(&lock);
    }
    free(dirty);
    errno = problem;
    return outcome;
}

int fsync(int descriptor) {
    return sync_file(descriptor);
}

int fdatasync(int descriptor) {
    return sync_file(descriptor);
}

/* Follows a file that was opened inside the folder; one outside may have the inode of a file that is gone. */
static int opened(int descriptor, bool created, int flags) {
    if (!following || descriptor < 0) {
        return descriptor;
    }
    int problem = errno;
    struct stat status;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length > 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        path[length] = '\0';
        size_t prefix = strlen(folder);
        bool inside = strncmp(path, folder, prefix) == 0 && path[prefix] == '/';
        pthread_mutex_lock(&lock);
        struct followed *file = by_inode(status.st_dev, status.st_ino);
        if (file != NULL && (created || !inside)) {
            forget(status.st_dev, status.st_ino);
            file = NULL;
        }
        if (inside) {
            if (file == NULL) {
                file = follow(path + prefix + 1, &status);
            } else if (flags & O_TRUNC) {
                mark(file, 0, (off_t)1 << 40);
            }
            if (flags & (O_SYNC | O_DSYNC | O_DIRECT)) {
                errno = ENOTSUP;
                die("a file was opened in a way that this disk does not know");
            }
        }
        pthread_mutex_unlock(&lock);
    }
    errno = problem;
    return descriptor;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        mode_t mode = 0;                                                                                               \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                                           \
            va_list values;                                                                                            \
            va_start(values, flags);                                                                                   \
            mode = va_arg(values, mode_t);                                                                             \
            va_end(values);                                                                                            \
        }                                                                                                              \
        bool created = (flags & O_CREAT) && access(path, F_OK) != 0;                                                   \
        return opened(REAL(name)(path, flags, mode), created, flags);                                                  \
    }

OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    int name(int base, const char *path, int flags, ...) {                                                             \
        mode_t mode = 0;                                                                                               \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                                           \
            va_list values;                                                                                            \
            va_start(values, flags);                                                                                   \
            mode = va_arg(values, mode_t);                                                                             \
            va_end(values);                                                                                            \
        }                                                                                                              \
        bool created = (flags & O_CREAT) && faccessat(base, path, F_OK, 0) != 0;                                       \
        return opened(REAL(name)(base, path, flags, mode), created, flags);                                            \
    }

OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) {
    return open64(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

/* Bytes that change through a mapping would be missed. */
static void no_shared_writes(int descriptor, int protection, int flags) {
    if (descriptor < 0 || !(protection & PROT_WRITE) || (flags & MAP_TYPE) == MAP_PRIVATE) {
        return;
    }
    struct followed *file = locked(descriptor);
    if (file != NULL) {
        bool memory = file->memory;
        pthread_mutex_unlock(&lock);
        if (!memory) {
            errno = ENOTSUP;
            die("a file was mapped for writing");
        }
    }
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    no_shared_writes(descriptor, protection, flags);
    return REAL(mmap)(address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    no_shared_writes(descriptor, protection, flags);
    return REAL(mmap64)(address, length, protection, flags, descriptor, offset);
}
