/** A TCP connection between the server and its database that a test can freeze, cut and refuse, without harm to other tests. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `passes` hears of each piece before it goes on, and may cut the connection then: it is lost. */
export async function tcpLink(url: string, passes: (to: 'database' | 'server') => void = () => undefined) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const orphans = new Set<Socket>();
  let state: 'open' | 'frozen' | 'refusing' = 'open';
  const server = createServer(near => {
    if (state === 'refusing') return void near.resetAndDestroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other, to] of [
      [near, far, 'database'],
      [far, near, 'server'],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', bytes => {
        passes(to);
        other.write(bytes);
      });
      one.on('close', () => {
        sockets.delete(one);
        /** The other end of a frozen connection hears of it only afterwards. */
        if (state === 'frozen') orphans.add(other);
        else other.destroy();
      });
      if (state === 'frozen') one.pause();
    }
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    connections: () => sockets.size / 2,
    /** Nothing passes, and nothing is closed. */
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    refuse() {
      state = 'refusing';
      for (const socket of sockets) socket.destroy();
    },
    open() {
      state = 'open';
      for (const socket of orphans) socket.destroy();
      orphans.clear();
      for (const socket of sockets) socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
