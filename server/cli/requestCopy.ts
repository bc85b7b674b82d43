import { connect } from 'node:net';
import { READY, socketIn } from '../app/backups.ts';
import { ConfigError } from '../context/config.ts';

/** Asks the server that runs on the directory for the copy; null: none listens there. The copy goes with the answer's call. */
export function requestCopy(dataDir: string): Promise<(() => void) | null> {
  return new Promise((done, fail) => {
    const { path, leave } = socketIn(dataDir);
    const connection = connect(path, leave);
    connection.once('error', () => done(null));
    connection.once('data', (answer: Buffer) => {
      if (answer.toString() === READY) done(() => connection.destroy());
      else fail(new ConfigError(answer.toString()));
    });
    connection.once('close', () => fail(new ConfigError('The server ended while it copied its database.')));
  });
}
