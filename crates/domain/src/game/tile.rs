//! The tiles of the game: numbers 1–13 in four colours and jokers, two of each (R-SEAT-10).

use crate::Choice;
use crate::values::choice::choices;
use std::fmt;
use std::str::FromStr;

choices! {
    "colour" enum Colour {
        Red = "red",
        Blue = "blue",
        Yellow = "yellow",
        Black = "black",
    }
}

impl Colour {
    pub const COUNT: usize = <Self as Choice>::ALL.len();

    /// The letter in the written form of a tile; black is `k` because blue is `b`.
    pub fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Blue => 'b',
            Self::Yellow => 'y',
            Self::Black => 'k',
        }
    }

    fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|colour| colour.letter() == letter)
    }
}

/// The number of a tile, which is also its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u8);

impl Number {
    pub const MAX: u32 = 13;

    /// Accepts 1 to 13.
    pub fn new(number: u32) -> Result<Self, InvalidTile> {
        if (1..=Self::MAX).contains(&number) {
            Ok(Self(number as u8))
        } else {
            Err(InvalidTile { found: number.to_string() })
        }
    }

    pub fn value(self) -> u32 {
        self.0.into()
    }
}

/// A tile, written like `9r` or `J`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    Numbered(Number, Colour),
    Joker,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a tile: expected 1 to {} and one of r, b, y, k, or J", Number::MAX)]
pub struct InvalidTile {
    pub found: String,
}

impl Tile {
    /// Reads the written form; nothing but that form is accepted.
    pub fn parse(text: &str) -> Result<Self, InvalidTile> {
        let numbered = || {
            let mut digits = text.chars();
            let colour = Colour::from_letter(digits.next_back()?)?;
            let digits = digits.as_str();
            // `u32` would also read `+9` and `09`.
            digits.starts_with(|first: char| matches!(first, '1'..='9')).then_some(())?;
            let number = Number::new(digits.parse().ok()?).ok()?;
            Some(Self::Numbered(number, colour))
        };
        match text {
            "J" => Ok(Self::Joker),
            _ => numbered().ok_or_else(|| InvalidTile { found: text.to_owned() }),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number, colour) => write!(f, "{}{}", number.0, colour.letter()),
            Self::Joker => f.write_str("J"),
        }
    }
}

impl FromStr for Tile {
    type Err = InvalidTile;
    fn from_str(text: &str) -> Result<Self, InvalidTile> {
        Self::parse(text)
    }
}

/// Tiles that can lie together: none of them more than twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tiles {
    numbered: [[u8; Colour::COUNT]; Number::MAX as usize],
    jokers: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTiles {
    #[error(transparent)]
    NotATile(InvalidTile),
    /// The game has two of every tile (R-SEAT-10).
    #[error("more than {copies} of {0}: the game has no more (R-SEAT-10)", copies = Tiles::COPIES)]
    TooMany(Tile),
}

impl Tiles {
    /// How many of each numbered tile, and how many jokers, a game has.
    pub const COPIES: u8 = 2;

    /// Accepts every tile at most twice.
    pub fn new(tiles: impl IntoIterator<Item = Tile>) -> Result<Self, InvalidTiles> {
        let mut counted = Self::default();
        for tile in tiles {
            let count = counted.count_mut(tile);
            if *count == Self::COPIES {
                return Err(InvalidTiles::TooMany(tile));
            }
            *count += 1;
        }
        Ok(counted)
    }

    /// Reads tiles with white space between them, like `9r 10r J`.
    pub fn parse(text: &str) -> Result<Self, InvalidTiles> {
        let tiles: Vec<Tile> =
            text.split_whitespace().map(Tile::parse).collect::<Result<_, _>>().map_err(InvalidTiles::NotATile)?;
        Self::new(tiles)
    }

    fn count_mut(&mut self, tile: Tile) -> &mut u8 {
        match tile {
            Tile::Numbered(number, colour) => &mut self.numbered[usize::from(number.0) - 1][colour as usize],
            Tile::Joker => &mut self.jokers,
        }
    }

    /// How many there are of each numbered tile: by number from 1 up, then by colour.
    pub(super) fn numbered(&self) -> &[[u8; Colour::COUNT]; Number::MAX as usize] {
        &self.numbered
    }

    /// The sum of the numbers; jokers count nothing here.
    pub fn face_sum(&self) -> u32 {
        (1..)
            .zip(&self.numbered)
            .map(|(number, counts)| number * counts.iter().copied().map(u32::from).sum::<u32>())
            .sum()
    }

    pub fn jokers(&self) -> u8 {
        self.jokers
    }
}

impl FromStr for Tiles {
    type Err = InvalidTiles;
    fn from_str(text: &str) -> Result<Self, InvalidTiles> {
        Self::parse(text)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Every tile of the game.
    pub(in crate::game) fn all_tiles() -> Vec<Tile> {
        let numbered = (1..=Number::MAX).flat_map(|number| {
            let number = Number::new(number).unwrap();
            Colour::ALL.iter().map(move |colour| Tile::Numbered(number, *colour))
        });
        let one_of_each: Vec<Tile> = numbered.chain([Tile::Joker]).collect();
        one_of_each.repeat(usize::from(Tiles::COPIES))
    }

    #[test]
    fn a_tile_is_read_back_from_its_written_form() {
        for tile in all_tiles() {
            assert_eq!(Tile::parse(&tile.to_string()), Ok(tile));
        }
        assert_eq!(Tile::parse("12k").unwrap(), Tile::Numbered(Number::new(12).unwrap(), Colour::Black));
    }

    #[test]
    fn nothing_but_the_written_form_is_a_tile() {
        for text in ["", "r", "0r", "14r", "09r", "+9r", "9", "9R", "9 r", "j", "JJ", "9ż", "ż", "4294967305r"] {
            let error = Tile::parse(text).unwrap_err();
            assert_eq!(error.found, text);
        }
        assert!(Number::new(0).is_err() && Number::new(14).is_err() && Number::new(265).is_err());
    }

    #[test]
    fn a_game_has_106_tiles_worth_728_and_two_jokers() {
        let tiles = Tiles::new(all_tiles()).unwrap();
        assert_eq!(all_tiles().len(), 106);
        assert_eq!((tiles.face_sum(), tiles.jokers()), (728, 2));
    }

    #[test]
    fn a_third_tile_of_a_kind_is_refused_by_name() {
        assert_eq!(
            Tiles::parse("5y 5y 5b 5y").unwrap_err().to_string(),
            "more than 2 of 5y: the game has no more (R-SEAT-10)"
        );
        assert_eq!(Tiles::parse("J J J"), Err(InvalidTiles::TooMany(Tile::Joker)));
        assert_eq!(
            Tiles::parse("5y x").unwrap_err().to_string(),
            "`x` is not a tile: expected 1 to 13 and one of r, b, y, k, or J"
        );
    }
}
