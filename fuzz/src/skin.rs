//! Skin files: a file that loads gives a valid model.

use crate::dice::Dice;
use sim_mjcf::Assets;

const WORLD: &str =
    "<worldbody><body name='b'><geom size='.1'/><body name='c'><joint/><geom size='.1'/></body></body></worldbody>";

/// Makes a file whose counts fit its data; the numbers are the fuzzer's.
fn made(dice: &mut Dice<'_>) -> Vec<u8> {
    let [vertices, faces, bones] = [1 + dice.below(6), 1 + dice.below(6), 1 + dice.below(4)];
    let coordinates = if dice.chance(128) { vertices } else { dice.below(3) };
    let mut file: Vec<u8> =
        [vertices, coordinates, faces, bones].iter().flat_map(|n| (*n as i32).to_le_bytes()).collect();
    let numbers = |dice: &mut Dice<'_>, count: usize| -> Vec<u8> {
        (0..count).flat_map(|_| (dice.number() as f32).to_le_bytes()).collect()
    };
    let ids = |dice: &mut Dice<'_>, count: usize| -> Vec<u8> {
        let id =
            |dice: &mut Dice<'_>| if dice.chance(8) { dice.whole(true) as i32 } else { dice.below(vertices) as i32 };
        (0..count).flat_map(|_| id(dice).to_le_bytes()).collect()
    };
    file.extend(numbers(dice, 3 * vertices + 2 * coordinates));
    file.extend(ids(dice, 3 * faces));
    for _ in 0..bones {
        let mut name = dice.pick(&["b", "c", "world", "b", "nobody"]).as_bytes().to_vec();
        name.resize(40, 0);
        file.extend(name);
        file.extend(numbers(dice, 7));
        let moved = dice.below(2 * vertices);
        file.extend((moved as i32).to_le_bytes());
        file.extend(ids(dice, moved));
        file.extend((0..moved).flat_map(|_| (dice.usual().abs() as f32).to_le_bytes()).collect::<Vec<u8>>());
    }
    file
}

/// The `skn` target: the first byte chooses whether the rest is the file, or the random choices that make one.
pub fn skn(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let file = if first.is_multiple_of(2) { rest.to_vec() } else { made(&mut Dice::new(rest)) };
    let xml = format!("<mujoco>{WORLD}<asset><skin file='a.skn'/></asset></mujoco>");
    let mut assets = Assets::new();
    assets.insert("a.skn", file);
    if let Ok(loaded) = crate::load::load(&xml, assets) {
        assert_eq!(loaded.model.validate(), Ok(()));
    }
}
