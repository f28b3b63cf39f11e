/* Ends the process right after a sync has returned: what was committed is durable, and nobody has been told.
 *
 * Preloaded in front of the C library. It does nothing until the file KILL_WHEN exists; from then on the first fsync or
 * fdatasync that returns is the last thing the process does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int after(int outcome) {
    const char *when = getenv("KILL_WHEN");
    if (when != NULL && access(when, F_OK) == 0) {
        kill(getpid(), SIGKILL);
    }
    return outcome;
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return after(real(file));
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return after(real(file));
}
