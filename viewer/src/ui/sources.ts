/** What can be plotted: values of a state by names that people know, and scalars of the program. */
import type { JointInfo, ModelMessage } from '../protocol.generated.ts';

/** Values of one plot. `names` is what the server knows, `labels` what people read. */
export interface Source {
  label: string;
  names: string[];
  labels: string[];
}

/** A choice: its values are named when it is chosen, because fields are long. */
export interface Choice {
  label: string;
  make(): Source;
}

/** A group of choices. */
export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

/** Names of the positions and velocities of a joint, by its type: free, ball, slide, hinge. */
const POSITIONS = [['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'], ['qw', 'qx', 'qy', 'qz'], [''], ['']];
const VELOCITIES = [['vx', 'vy', 'vz', 'wx', 'wy', 'wz'], ['wx', 'wy', 'wz'], [''], ['']];
const AXES = ['x', 'y', 'z'];
const QUATERNION = ['w', 'x', 'y', 'z'];

/** Fields with an entry for each actuator. */
const OF_ACTUATORS = new Set(['ctrl', 'actuator_force', 'actuator_length', 'actuator_velocity']);
/** Fields with an entry for each degree of freedom. */
const OF_DOFS = new Set(['qvel', 'qacc', 'qacc_smooth', 'qacc_warmstart', 'qfrc_applied', 'qfrc_passive', 'qfrc_actuator', 'qfrc_bias', 'qfrc_smooth', 'qfrc_constraint', 'qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp']);
/** Fields of bodies, with the names of the entries of each. */
const OF_BODIES: Record<string, string[]> = { xpos: AXES, xipos: AXES, xquat: QUATERNION, subtree_com: AXES, xfrc_applied: ['fx', 'fy', 'fz', 'tx', 'ty', 'tz'] };

/** Start of the names under which the server knows a program's scalars. */
const PROGRAM = 'user.';

const named = (name: string, kind: string, i: number) => name || `${kind} ${i}`;
const joined = (name: string, part: string | undefined) => (part ? `${name} ${part}` : name);
const entries = (field: string, from: number, count: number) => Array.from({ length: count }, (_, k) => `${field}[${from + k}]`);

/** All that can be plotted of a model, and of the program that runs it. */
export function choicesOf(model: ModelMessage, scalars: readonly string[]): ChoiceGroup[] {
  const words = (label: string, names: string[] = [label], labels = names): Choice => ({ label, make: () => ({ label, names, labels }) });
  const groups: ChoiceGroup[] = [
    { title: 'Energy', choices: [words('energies', ['potential', 'kinetic', 'total']), words('potential'), words('kinetic'), words('total')] },
    { title: 'Program', choices: scalars.map((name) => ({ label: name, make: () => scalarSource(name) })) },
    { title: 'Solver and speed', choices: ['contacts', 'rows', 'iterations', 'speed'].map((name) => words(name)) },
    { title: 'Sensors', choices: model.sensors.map((sensor, i) => ({ label: named(sensor.name, 'sensor', i), make: () => sensorSource(sensor, i) })) },
    { title: 'Joints', choices: model.joints.flatMap((joint, i) => jointChoices(joint, named(joint.name, 'joint', i))) },
    { title: 'Fields', choices: model.fields.map(({ name, count }) => ({ label: name, make: () => ({ label: name, names: entries(name, 0, count), labels: fieldLabels(model, name, count) }) })) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

/** A scalar of the program. */
export function scalarSource(name: string): Source {
  return { label: name, names: [PROGRAM + name], labels: [name] };
}

/** Whether the model, or the program, has all values of a source. */
export function hasSource(model: ModelMessage, scalars: readonly string[], { names }: Source): boolean {
  const counts = new Map(model.fields.map(({ name, count }) => [name, count]));
  return names.every((name) => {
    if (name.startsWith(PROGRAM)) return scalars.includes(name.slice(PROGRAM.length));
    const entry = /^(\w+)\[(\d+)\]$/.exec(name);
    return !entry || Number(entry[2]) < (counts.get(entry[1] ?? '') ?? 0);
  });
}

function sensorSource(sensor: ModelMessage['sensors'][number], i: number): Source {
  const [{ first, count, axes }, name] = [sensor, named(sensor.name, 'sensor', i)];
  const labels = Array.from({ length: count }, (_, k) => joined(name, axes[k] ?? (count > 1 ? String(k) : '')));
  return { label: name, names: entries('sensordata', first, count), labels };
}

function jointChoices(joint: JointInfo, name: string): Choice[] {
  const [positions, velocities] = [POSITIONS[joint.type] ?? [''], VELOCITIES[joint.type] ?? ['']];
  const choice = (label: string, field: string, first: number, parts: string[]): Choice =>
    ({ label, make: () => ({ label, names: entries(field, first, parts.length), labels: parts.map((part) => joined(label, part)) }) });
  return [choice(`${name} position`, 'qpos', joint.qpos, positions), choice(`${name} velocity`, 'qvel', joint.qvel, velocities)];
}

/** What people read for the entries of a field: the names of their objects where they are known. */
function fieldLabels(model: ModelMessage, field: string, count: number): string[] {
  const labels = entries(field, 0, count);
  const set = (at: number, text: string) => {
    if (at < count) labels[at] = `${field} ${text}`;
  };
  if (field === 'qpos') model.joints.forEach((joint, i) => (POSITIONS[joint.type] ?? ['']).forEach((part, k) => set(joint.qpos + k, joined(named(joint.name, 'joint', i), part))));
  if (OF_DOFS.has(field)) model.joints.forEach((joint, i) => (VELOCITIES[joint.type] ?? ['']).forEach((part, k) => set(joint.qvel + k, joined(named(joint.name, 'joint', i), part))));
  if (OF_ACTUATORS.has(field)) model.actuators.forEach(({ name }, i) => set(i, named(name, 'actuator', i)));
  const parts = OF_BODIES[field];
  if (parts) model.bodies.forEach(({ name }, i) => parts.forEach((part, k) => set(i * parts.length + k, joined(named(name, 'body', i), part))));
  if (field === 'sensordata') model.sensors.forEach((sensor, i) => sensorSource(sensor, i).labels.forEach((label, k) => set(sensor.first + k, label)));
  return labels;
}

/** The part of a long source from an entry on. */
export function cut(source: Source, first: number, most: number): Source {
  const from = Math.min(Math.max(Math.floor(first) || 0, 0), Math.max(source.names.length - 1, 0));
  if (source.names.length <= most && from === 0) return source;
  const [names, labels] = [source.names.slice(from, from + most), source.labels.slice(from, from + most)];
  return { label: `${source.label} ${from}–${from + names.length - 1}`, names, labels };
}

/** Names for a legend below the plot's name: what they repeat of it is left out. */
export function legendNames({ label, labels }: Source): string[] {
  // a part of a field is named `qpos 8–15`, its entries `qpos hip`
  const beginnings = [`${label} `, `${label.replace(/ \d+–\d+$/, '')} `];
  const shared = beginnings.find((start) => labels.every((name) => name.startsWith(start) && name.length > start.length));
  return shared ? labels.map((name) => name.slice(shared.length)) : labels;
}
