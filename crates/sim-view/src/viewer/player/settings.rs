//! Changes settings of the simulation while it runs. All worlds keep their states.

use super::Player;
use crate::viewer::settings::with_setting;
use std::sync::Arc;

impl Player {
    /// Changes a setting. Users hear of it if that is not possible, and nothing is changed.
    pub(super) fn set(&mut self, name: &str, values: &[f64]) {
        if let Err(problem) = self.try_set(name, values) {
            self.hub.send_notice(&problem);
        }
    }

    fn try_set(&mut self, name: &str, values: &[f64]) -> Result<(), String> {
        if self.is_recording {
            return Err("a recording has no settings: open its model to change them".to_string());
        }
        let model = Arc::new(with_setting(&self.model, self.world(), name, values)?);
        self.worlds.change_model(&model).map_err(|error| error.to_string())?;
        self.model = model;
        self.pace.restart(self.world().time);
        self.show();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::viewer::command::Order;
    use crate::viewer::hub::{Hub, Seen};
    use crate::viewer::player::Player;
    use crate::viewer::player::orders::tests::Failing;
    use crate::viewer::source::Loaded;
    use sim_core::Model;
    use std::sync::Arc;
    use std::time::Duration;

    /// A player of three worlds after ten steps.
    fn player() -> (Arc<Hub>, Player) {
        let hub = Arc::new(Hub::default());
        let loaded = Loaded { model: Model::example(), name: String::new(), warnings: vec![], data: None };
        let mut player = Player::new(Arc::clone(&hub), Box::new(Failing::default()), loaded, 3).unwrap();
        hub.order(Order::Step(10));
        player.turn(Duration::ZERO);
        (hub, player)
    }

    fn set(hub: &Hub, player: &mut Player, name: &str, values: &[f64]) {
        hub.order(Order::Setting { name: name.into(), values: values.to_vec() });
        player.turn(Duration::ZERO);
    }

    #[test]
    fn a_setting_changes_all_worlds_and_their_states_stay() {
        let (hub, mut player) = player();
        let states =
            |player: &Player| (0..3).map(|id| player.worlds.get(id).unwrap().qpos.to_vec()).collect::<Vec<_>>();
        let (before, version) = (states(&player), player.version);
        set(&hub, &mut player, "gravity", &[0.0, 0.0, 3.0]);
        assert_eq!((states(&player), player.version), (before, version), "no page loads its meshes again");
        assert_eq!(hub.snapshot().unwrap().model.opt.gravity, [0.0, 0.0, 3.0]);
        let mut alone = player.world().clone();
        let mut m = Model::example();
        m.opt.gravity = [0.0, 0.0, 3.0];
        hub.order(Order::Step(5));
        player.turn(Duration::ZERO);
        (0..5).for_each(|_| alone.step(&m).unwrap());
        (0..3).for_each(|id| assert_eq!(player.worlds.get(id).unwrap().qpos, alone.qpos));
    }

    #[test]
    fn a_setting_that_is_not_taken_changes_nothing_and_says_why() {
        let (hub, mut player) = player();
        let (id, mut seen) = (hub.join(), Seen::default());
        for (name, values, wanted) in [
            ("timestep", &[-1.0][..], "timestep is -1: give a positive number of seconds"),
            ("gravity", &[0.0], "gravity has 1 values: give 3"),
            ("solver", &[99.0], "solver is 99: give 0 (PGS)"),
            ("nothing", &[0.0], "there is no setting 'nothing'"),
            ("iterations", &[0.5], "iterations is 0.5"),
        ] {
            hub.news(id, &mut seen, false, Duration::ZERO);
            let model = Arc::clone(&player.model);
            set(&hub, &mut player, name, values);
            let texts = hub.news(id, &mut seen, false, Duration::ZERO).texts;
            assert!(texts.iter().any(|text| text.contains(wanted)), "{texts:?}");
            assert!(Arc::ptr_eq(&model, &player.model));
        }
    }
}
