/** When something outside is asked again: after a failure twice as long as before, up to a limit. Pure. */
const MAX_DOUBLINGS = 8;

/** `failures`: in a row. All times in ms. */
export const backedOff = (usual_ms: number, failures: number, most_ms: number) =>
  Math.min(usual_ms * 2 ** Math.min(failures, MAX_DOUBLINGS), most_ms);
