import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { createCommands, type CommandActions } from '../../../player/link/commands.ts';
import type { DeviceClient } from '../../../shared/device/call.ts';
import { CallFailure } from '../../../shared/device/call.ts';
import { connect, readValue, writeValues, type Connection } from '../../../shared/device/storage.ts';
import { uuid7 } from '../../../shared/random.ts';

let db: Connection;
let told: string[];
/** What the server answers next, in order; then it takes everything. */
let failures: CallFailure[];
let names = 0;
beforeEach(() => {
  db = connect(`commands-${++names}`);
  told = [];
  failures = [];
});

const refused = (status: number) => new CallFailure('refused', 'no', { status, code: 'STATE' });
const silent = () => new CallFailure('network', 'no answer');
const caller = {
  call: (_endpoint: unknown, { params, body }: { params: { id: string }; body: Record<string, string> }) => {
    const failure = failures.shift();
    if (failure) return Promise.reject(failure);
    told.push([params.id.slice(-2), body['state'], body['result']].filter(Boolean).join(' '));
    return Promise.resolve({ state: body['state'] });
  },
} as unknown as Pick<DeviceClient, 'call'>;
const a = (kind: string, params: Record<string, unknown> = {}) => {
  const id = uuid7(1);
  return { command: { id, kind, params }, end: id.slice(-2) };
};
const start = (actions: CommandActions) => createCommands({ db, caller, actions });
const kept = async () => (await readValue(db, 'commands')) ?? [];

it('is accepted, noted on the disk, carried out, told, and forgotten', async () => {
  const { command, end } = a('set_volume', { volume: 40 });
  const actions: CommandActions = {
    async set_volume({ volume }) {
      expect(told).toEqual([`${end} accepted`]);
      expect(await kept()).toMatchObject([{ id: command.id, at: 'begun' }]);
      return `volume ${volume}`;
    },
  };
  await (await start(actions)).run([command]);
  expect(told).toEqual([`${end} accepted`, `${end} done volume 40`]);
  expect(await kept()).toEqual([]);
});

it('is carried out once however often it is handed over, and though the end could not be told', async () => {
  const { command, end } = a('identify');
  let done = 0;
  const commands = await start({ identify: () => Promise.resolve(void done++) });
  await commands.run([command]);
  failures = [refused(409)];
  await commands.run([command]);
  expect([done, told]).toEqual([1, [`${end} accepted`, `${end} done`]]);

  const other = a('identify');
  failures = [];
  const act = () => {
    done++;
    failures = [silent()];
    return Promise.resolve();
  };
  const again = await start({ identify: act });
  await expect(again.run([other.command])).rejects.toThrow('no answer');
  await again.run([other.command]);
  expect(done).toBe(2);
  expect(told.at(-1)).toBe(`${other.end} done`);
});

it('waits where the server did not hear that it was accepted, and is done with the next heartbeat', async () => {
  const { command, end } = a('identify');
  let done = 0;
  const commands = await start({ identify: () => Promise.resolve(void done++) });
  failures = [silent()];
  await expect(commands.run([command])).rejects.toThrow('no answer');
  expect([done, (await kept()).length]).toEqual([0, 1]);
  await commands.run([]);
  expect([done, told]).toEqual([1, [`${end} accepted`, `${end} done`]]);
});

it('is not carried out where it was taken back meanwhile', async () => {
  let done = 0;
  const commands = await start({ identify: () => Promise.resolve(void done++) });
  failures = [refused(409)];
  await commands.run([a('identify').command]);
  expect([done, await kept()]).toEqual([0, []]);
});

it('a reload is told by the page that comes after it', async () => {
  const { command, end } = a('reload');
  let wentAway = () => {};
  const gone = new Promise<void>(done => (wentAway = done));
  const reload = () => {
    wentAway();
    return new Promise<never>(() => undefined);
  };
  void (await start({ reload })).run([command]);
  await gone;
  expect(told).toEqual([`${end} accepted`]);
  let again = 0;
  await (await start({ reload: () => Promise.resolve(void again++) })).run([]);
  expect([again, told]).toEqual([0, [`${end} accepted`, `${end} done`]]);
});

it('a power cut between its steps never does it twice, and says so', async () => {
  const [first, second] = [a('clear_cache'), a('identify')];
  await writeValues(db, {
    commands: [
      { ...first.command, at: 'begun' },
      { ...second.command, at: 'done', result: 'shown' },
    ],
  });
  let done = 0;
  await (await start({ clear_cache: () => Promise.resolve(void done++) })).run([]);
  expect(done).toBe(0);
  expect(told).toEqual([
    `${first.end} failed The screen was started anew while it did this.`,
    `${second.end} done shown`,
  ]);
});

it('a parting is told before it is done, and done again where the power went in between', async () => {
  const { command, end } = a('unpair');
  await writeValues(db, { commands: [{ ...command, at: 'begun' }] });
  const unpair = () => {
    expect(told.at(-1)).toBe(`${end} done`);
    return Promise.resolve();
  };
  await (await start({ unpair })).run([]);
  expect(told.slice(0, 2)).toEqual([`${end} accepted`, `${end} done`]);
});

it('a parting whose end was not heard is told again, and done then', async () => {
  const { command, end } = a('unpair');
  let parted = 0;
  const commands = await start({ unpair: () => Promise.resolve(void parted++) });
  const { call } = caller;
  let lost = 0;
  caller.call = ((endpoint: never, input: { body: { state: string } }) =>
    input.body.state === 'done' && lost++ === 0
      ? Promise.reject(silent())
      : call(endpoint, input as never)) as never;
  await expect(commands.run([command])).rejects.toThrow('no answer');
  expect([parted, (await kept()).map(note => note.at)]).toEqual([0, ['begun']]);
  await commands.run([]);
  caller.call = call;
  expect(parted).toBe(1);
  expect(told.slice(0, 3)).toEqual([`${end} accepted`, `${end} accepted`, `${end} done`]);
});

it('what fails, is not there yet or is not known is told with its reason', async () => {
  const [broken, missing, unknown] = [a('refresh_content'), a('reset_pin'), a('dance')];
  const refresh_content = () => Promise.reject(new Error('no disk'));
  await (await start({ refresh_content })).run([broken.command, missing.command, unknown.command]);
  expect(told.filter(line => line.includes('failed'))).toEqual([
    `${broken.end} failed no disk`,
    `${missing.end} failed Not supported by this screen.`,
    `${unknown.end} failed This version does not know "dance" like that.`,
  ]);
});
