/** What is shown of a model: `mjvOption`, kept by the page and sent to the server. */
import type { ModelMessage, OptionsChoice, OptionsState } from './protocol.generated.ts';

/** Kinds of objects with groups. */
export const GROUPS = ['geom', 'site', 'joint', 'tendon', 'actuator', 'skin'] as const;
/** A kind of object with groups. */
export type Group = (typeof GROUPS)[number];

/** Which groups are shown. */
type Groups = OptionsChoice['geomgroup'];

/** Options of flexes. No model has flexes: a program gets back what it set. */
interface Passed {
  flexgroup: Groups;
  flex_layer: number;
}

/** Largest depth of bounding volumes, as in MuJoCo's viewer. */
export const DEEPEST = 20;

/** Options that the user chose. */
export class Options {
  flags = 0;
  label = 0;
  frame = 0;
  readonly groups: Record<Group, Groups> = {
    geom: shown(), site: shown(), joint: shown(), tendon: shown(), actuator: shown(), skin: shown(),
  };
  /** Depth of the bounding volumes that are drawn. */
  depth = 1;
  labels = 1;
  frames = 1;
  private passed: Passed = { flexgroup: shown(), flex_layer: 0 };
  private isStarted = false;

  constructor(private readonly changed: () => void) {}

  /** Takes the model's flags the first time, and keeps the user's afterwards. */
  start(model: ModelMessage): void {
    if (!this.isStarted) this.flags = model.flags.reduce((flags, { bit, on }) => (on ? flags | (1 << bit) : flags), 0) >>> 0;
    this.isStarted = true;
    this.labels = Math.max(model.labels.length, 1);
    this.frames = Math.max(model.frames.length, 1);
  }

  /** Takes over the options of a program. */
  set(values: OptionsState): void {
    [this.flags, this.label, this.frame] = [values.flags >>> 0, values.label, values.frame];
    for (const group of GROUPS) {
      const shown = values[`${group}group`];
      this.groups[group].splice(0, shown.length, ...shown);
    }
    this.depth = values.bvh_depth;
    this.passed = { flexgroup: values.flexgroup, flex_layer: values.flex_layer };
    this.changed();
  }

  has(bit: number): boolean {
    return (this.flags & (1 << bit)) !== 0;
  }

  toggle(bit: number): void {
    this.flags = (this.flags ^ (1 << bit)) >>> 0;
    this.changed();
  }

  toggleGroup(group: Group, i: number): void {
    this.groups[group][i] = !this.groups[group][i];
    this.changed();
  }

  setLabel(label: number): void {
    this.label = (label + this.labels) % this.labels;
    this.changed();
  }

  setFrame(frame: number): void {
    this.frame = (frame + this.frames) % this.frames;
    this.changed();
  }

  setDepth(depth: number): void {
    this.depth = Math.min(Math.max(Math.round(depth) || 0, 0), DEEPEST);
    this.changed();
  }

  message(): Omit<OptionsChoice, 'view'> & { do: 'options' } {
    const { geom, site, joint, tendon, actuator, skin } = this.groups;
    return {
      do: 'options', flags: this.flags, label: this.label, frame: this.frame, bvh_depth: this.depth, ...this.passed,
      geomgroup: geom, sitegroup: site, jointgroup: joint, tendongroup: tendon, actuatorgroup: actuator, skingroup: skin,
    };
  }
}

function shown(): Groups {
  return [true, true, true, false, false, false];
}
