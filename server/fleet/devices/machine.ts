/** Fingerprint of a screen's machine. */
/** Leaves out version numbers, which change with updates, and the orientation. */
export function machineOf({ resolution = '', user_agent = '' }: Record<string, string>): string {
  const sides = resolution.split('x').map(Number);
  return `${sides.sort((a, b) => b - a).join('x')} ${user_agent.replaceAll(/\d+(?:[._]\d+)*/g, '')}`;
}
