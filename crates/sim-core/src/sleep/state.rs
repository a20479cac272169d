//! Whether an object sleeps: what follows from the bodies and trees it belongs to.

use crate::data::{Data, SleepState};
use crate::model::{EqType, Model, ObjType, SensorType, TransmissionType};
use crate::stage::Awake;

impl Data {
    /// Whether an object sleeps. Objects without bodies, and the unknown, are awake.
    pub fn sleep_state(&self, m: &Model, kind: ObjType, id: usize) -> SleepState {
        Awake::of(self).state(m, kind, id)
    }
}

impl Awake<'_> {
    /// Whether an object sleeps. Objects without bodies, and the unknown, are awake.
    pub(crate) fn state(self, m: &Model, kind: ObjType, id: usize) -> SleepState {
        let body = match kind {
            ObjType::Body | ObjType::XBody => id,
            ObjType::Joint => m.jnt_bodyid[id] as usize,
            ObjType::Dof => m.dof_bodyid[id] as usize,
            ObjType::Geom => m.geom_bodyid[id] as usize,
            ObjType::Site => m.site_bodyid[id] as usize,
            ObjType::Camera => m.cam_bodyid[id] as usize,
            ObjType::Light => m.light_bodyid[id] as usize,
            ObjType::Equality => return self.equality_state(m, id),
            ObjType::Tendon => return self.tendon_state(m, id),
            ObjType::Actuator => return self.actuator_state(m, id),
            ObjType::Sensor => return self.sensor_state(m, id),
            _ => return SleepState::Awake,
        };
        self.body_awake[body]
    }

    /// A tendon of one or two trees sleeps with them; one of more never does.
    fn tendon_state(self, m: &Model, i: usize) -> SleepState {
        let awake = |k: usize| self.tree_awake[m.tendon_treeid[2 * i + k].max(0) as usize] != 0;
        match m.tendon_treenum[i] {
            0 => SleepState::Static,
            1 if !awake(0) => SleepState::Asleep,
            2 if !awake(0) && !awake(1) => SleepState::Asleep,
            _ => SleepState::Awake,
        }
    }

    fn actuator_state(self, m: &Model, i: usize) -> SleepState {
        let [id, other] = [2 * i, 2 * i + 1].map(|k| usize::try_from(m.actuator_trnid[k]).ok());
        let Some(id) = id else { return SleepState::Awake };
        let of = |kind| self.state(m, kind, id);
        let of_sites = |other| SleepState::either(of(ObjType::Site), self.state(m, ObjType::Site, other));
        match (m.actuator_trntype[i], other) {
            (TransmissionType::Joint | TransmissionType::JointInParent, _) => of(ObjType::Joint),
            (TransmissionType::Tendon, _) => of(ObjType::Tendon),
            (TransmissionType::Body, _) => of(ObjType::Body),
            (TransmissionType::SliderCrank | TransmissionType::SO3, Some(other)) => of_sites(other),
            (TransmissionType::SO3, None) => of(ObjType::Joint),
            (TransmissionType::Site, _) => of(ObjType::Site),
            _ => SleepState::Awake,
        }
    }

    fn equality_state(self, m: &Model, i: usize) -> SleepState {
        let kind = match m.eq_type[i] {
            EqType::Connect | EqType::Weld => m.eq_objtype[i],
            EqType::Joint => ObjType::Joint,
            EqType::Tendon => ObjType::Tendon,
            _ => return SleepState::Awake,
        };
        let [a, b] = [m.eq_obj1id[i], m.eq_obj2id[i]]
            .map(|id| usize::try_from(id).map_or(SleepState::Static, |id| self.state(m, kind, id)));
        SleepState::either(a, b)
    }

    fn sensor_state(self, m: &Model, i: usize) -> SleepState {
        let (kind, reference) = (m.sensor_objtype[i], m.sensor_reftype[i]);
        let watches = match m.sensor_type[i] {
            // it may read anything, or a ray may meet something that moves
            SensorType::User | SensorType::Plugin | SensorType::Rangefinder => true,
            // anything may enter a volume
            SensorType::Contact => kind == ObjType::Site || reference == ObjType::Site,
            _ => false,
        };
        let of = |kind, id: i32| {
            let id = usize::try_from(id).ok();
            (kind != ObjType::Unknown).then(|| id.map_or(SleepState::Static, |id| self.state(m, kind, id)))
        };
        match (of(kind, m.sensor_objid[i]), of(reference, m.sensor_refid[i])) {
            _ if watches => SleepState::Awake,
            (Some(a), Some(b)) => SleepState::either(a, b),
            (Some(SleepState::Asleep), None) | (None, Some(SleepState::Asleep)) => SleepState::Asleep,
            _ => SleepState::Awake,
        }
    }
}
