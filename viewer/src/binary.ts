/** Number of the kind of a binary message, which is its first number; -1: it is too short. */
export function kindOf(message: ArrayBuffer): number {
  return message.byteLength < 4 ? -1 : new DataView(message).getUint32(0, true);
}
