/** The name of a model for people. */

const FILE = /\.(xml|mjcf|urdf|npz|txt|zip)$/i;

/** A name, or of a path to a file its last part. A name such as `unitree_g1/scene` stays whole. */
export function titleOf(name: string): string {
  return FILE.test(name) ? name.replace(/^.*[/\\]/, '') : name;
}
