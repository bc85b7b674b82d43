/** What a process of the browser sends and hears: slowly, and nothing after its death. */
import type { SendPorts } from '../../shared/queue/send.ts';
import type { Place } from './schedule.ts';
import type { Life } from './world.ts';

const never = () => new Promise<never>(() => undefined);

/** Notes where two that are alive have requests under way. The headers of the schedule's server stand in for a session's. */
export function createWire(
  { world, net, server, dice, underway, overlaps }: Place,
  life: Life,
): SendPorts['fetch'] {
  const own = Object.entries(server.own);
  function headersOf(init: RequestInit) {
    const headers = new Headers(init.headers);
    if (own.length > 0) headers.delete('x-tenant-id');
    for (const [name, value] of own) headers.set(name, value);
    return headers;
  }
  function begin() {
    for (const [other, count] of underway)
      if (other !== life && !other.dead && count > 0) overlaps.push(`${count} requests of another`);
    underway.set(life, (underway.get(life) ?? 0) + 1);
  }
  const end = () => void underway.set(life, (underway.get(life) ?? 0) - 1);
  const hops = async () => {
    for (let n = dice.below(4); n >= 0; n--) await world.pass();
  };
  return async (url, init = {}) => {
    begin();
    try {
      await hops();
      if (life.dead) return never();
      const gone = () => (life.dead ? never() : undefined);
      try {
        const said = net.answer(url as string, { ...init, headers: headersOf(init) });
        const answer = said instanceof Promise ? await said : said;
        await hops();
        return (await gone()) ?? answer;
      } catch (error) {
        await gone();
        throw error;
      }
    } finally {
      end();
    }
  };
}
