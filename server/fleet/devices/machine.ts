/** What a screen's machine is known by. */
/** Versions rise by themselves, and a screen that is turned is the same. */
export function machineOf({ resolution = '', user_agent = '' }: Record<string, string>): string {
  const sides = resolution.split('x').map(Number);
  return `${sides.sort((a, b) => b - a).join('x')} ${user_agent.replaceAll(/\d+(?:[._]\d+)*/g, '')}`;
}
