import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntegrityDay } from '../../../shared/contract/proof/integrity.ts';
import type { BundleLine, ProofReport } from '../../../shared/contract/proof/proof.ts';
import type { Play, PlayRecord } from '../../../shared/contract/proof/play.ts';
import { checkpointText } from '../../../shared/contract/proof/chain.ts';
import { ROOT } from '../../../server/root.ts';
import { ATTACKS } from '../../support/proof/attacks.ts';
import { makeKey, makeScreen, rehash, signText, type Verdicts } from '../../support/device.ts';
import { said } from '../../support/reported.ts';
import { call } from '../../support/server/playlist.ts';
import { linesOf, startRooted, textOf, type Rooted } from '../../support/server/proof/rooted.ts';

let world: Rooted;
let folder: string;
let lines: BundleLine[];
beforeAll(async () => {
  world = await startRooted(12);
  await world.night();
  lines = linesOf(await world.bundle()) as unknown[] as BundleLine[];
  folder = mkdtempSync(join(tmpdir(), 'proofs-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const text = (of: readonly BundleLine[]) => textOf(of as readonly object[] as Record<string, unknown>[]);
async function byServer(of: readonly unknown[]) {
  const answer = await world.test.app.inject({
    ...{ method: 'POST', url: '/api/public/plays/verify', payload: { lines: of } },
  });
  return answer.json<ProofReport>();
}
/** Exit code and first lines. */
function byCommand(content: string, ...flags: string[]): Promise<{ code: number; output: string }> {
  const file = join(folder, 'file.jsonl');
  writeFileSync(file, content);
  const args = [
    '--import',
    'tsx',
    'server/cli/verify.ts',
    file,
    ...world.keys.flatMap(key => ['--key', key]),
  ];
  return new Promise(done =>
    execFile(process.execPath, [...args, ...flags], { cwd: ROOT }, (error, stdout, stderr) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    ),
  );
}

describe('a file of proofs that was tampered with', () => {
  it('holds as it was handed out, for the server and on the command line', async () => {
    expect(await byServer(lines)).toMatchObject({ ok: true, fault: null, plays: 24 });
    const { code, output } = await byCommand(text(lines), '--zh');
    expect([code, output]).toEqual([0, expect.stringContaining('证明成立')]);
  });

  it.each(ATTACKS)(
    'PROG-03 $name is named by server and command line alike',
    async ({ code, seq, tamper }) => {
      /** A checkpoint of this server's batches of four. */
      const at = seq === 10 ? 12 : seq;
      const tampered = code === 'checkpoint' ? resigned(lines, at ?? 0) : await tamper(lines);
      const report = await byServer(tampered);
      expect(report).toMatchObject({ ok: false, fault: { code, seq: at } });
      const run = await byCommand(text(tampered));
      expect(run.code).toBe(1);
      expect(run.output).toContain(`[${code}]`);
    },
  );

  it('is read with the mark some editors set at its begin, and with a key whose id begins with a dash', async () => {
    const { code, output } = await byCommand(`\uFEFF${text(lines)}`, '--key', '-0123_abc');
    expect([code, output]).toEqual([0, expect.stringContaining('The proof holds')]);
  });

  it('is refused where a record is nested without end, by server and command line alike', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const cut = lines.slice(0, -1);
    const last = JSON.stringify(lines.at(-1)).replace('"record":{', `"record":{"deep":${nested},`);
    const at = `${lines.length}`;
    const answer = await world.test.app.inject({
      ...{ method: 'POST', url: '/api/public/plays/verify', headers: { 'content-type': 'application/json' } },
      payload: `{"lines":[${[...cut.map(line => JSON.stringify(line)), last].join(',')}]}`,
    });
    expect(answer.json<ProofReport>().fault).toEqual({ code: 'format', at });
    const { code, output } = await byCommand(`${text(cut)}\n${last}`);
    expect([code, output]).toEqual([1, expect.stringContaining('[format]')]);
  });

  it('says what it needs where it is called wrongly', async () => {
    const { code, output } = await byCommand(text(lines), '--colour');
    expect([code, output]).toEqual([78, expect.stringContaining('Usage: npm run verify')]);
  });

  it.each([
    ['no lines', {}, ['lines']],
    ['none at all', { lines: [] }, ['lines']],
    ['a text', { lines: 'x' }, ['lines']],
    ['another field', { lines: [{}], more: 1 }, ['more']],
  ])('the server refuses %s and names the field', async (_what, payload, fields) => {
    const answer = await world.test.app.inject({ method: 'POST', url: '/api/public/plays/verify', payload });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ details: object }>().details)).toEqual(fields);
  });
});

/** The head of a ledger, signed by somebody else. */
function resigned(of: readonly BundleLine[], seq: number): BundleLine[] {
  const thief = makeKey();
  return of.map(line => {
    if (line.kind !== 'checkpoint' || line.checkpoint.seq !== seq) return line;
    const { device_id, epoch, hash } = line.checkpoint;
    const sig = signText(thief.privateKey, checkpointText(device_id, epoch, seq, hash));
    return { kind: 'checkpoint', checkpoint: { ...line.checkpoint, sig } };
  });
}

describe('the same against a screen that hands plays in', () => {
  const paired = async () => {
    const screen = makeScreen(world.test);
    const by = await world.test.signIn('admin');
    await screen.pair(by);
    const ledger = screen.ledger();
    const records: PlayRecord[] = [];
    for (let n = 0; n < 4; n++) records.push(await ledger.play(world.creative));
    /** What is handed in was over before. */
    world.clock.jump(60_000);
    const send = async (of: PlayRecord[], last?: PlayRecord) =>
      (await screen.send(of, last)).json<Verdicts>().verdicts.map(({ verdict, reason }) => reason ?? verdict);
    return { screen, ledger, records, send };
  };

  it('one flipped byte, one replayed batch, one cloned profile', async () => {
    const { ledger, records, send } = await paired();
    const [a, b] = records as [PlayRecord, PlayRecord];
    expect(await send([{ ...a, volume: 1 }], a)).toEqual(['hash']);
    expect(await send([a, b])).toEqual(['accepted', 'accepted']);
    expect(await send([a, b])).toEqual(['duplicate', 'duplicate']);
    ledger.rewind(a);
    expect(await send([await ledger.play(world.creative, { volume: 3 })])).toEqual(['fork']);
  });

  it('a version of 900 KB: of a play it is refused alone, of a heartbeat by the name of its field', async () => {
    const { screen, records, send } = await paired();
    const [a, b] = records as [PlayRecord, PlayRecord];
    const long = 'a'.repeat(900_000);
    const verdicts = await send([a, { ...b, player_version: long }], a);
    expect(verdicts.sort()).toEqual(['accepted', 'schema player_version']);
    const beat = await screen.call('POST', '/api/player/heartbeat', said({ app_version: long }));
    expect(beat.statusCode).toBe(400);
    expect(beat.json()).toMatchObject({
      error: 'VALIDATION',
      details: { app_version: [expect.any(String)] },
    });
  });

  it('a copy that plays on in an epoch of its own while the other one plays', async () => {
    const { screen, records, send } = await paired();
    expect(await send(records)).toEqual(records.map(() => 'accepted'));
    const copy = screen.ledger();
    const start = records[1]?.started_wall_ms ?? 0;
    expect(await send([await copy.play(world.creative, { started_wall_ms: start })])).toEqual(['clone']);
    const free = (records[3]?.started_wall_ms ?? 0) + 60_000;
    const mono = free - start + 10_000;
    const later = { started_wall_ms: free + 10_000, started_mono_ms: mono, ended_mono_ms: mono + 10_000 };
    expect(await send([await copy.play(world.creative, later)])).toEqual(['accepted']);
  });

  it('one removed play', async () => {
    const { screen, ledger, records, send } = await paired();
    await send([records[0]!, records[3]!]);
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    const answer = await world.get(`/integrity?device_id=${screen.id}&day=${day}`);
    expect(answer.json<{ days: IntegrityDay[] }>().days[0]?.missing).toEqual([
      { epoch: ledger.epoch, first_seq: 2, last_seq: 3 },
    ]);
  });

  it('one re-signed head', async () => {
    const { screen, records } = await paired();
    const { epoch, seq, record_hash: hash } = records[0]!;
    const sig = signText(makeKey().privateKey, checkpointText(screen.id, epoch, seq, hash));
    const payload = { epoch, checkpoint: { seq, hash, sig }, records: [records[0]] };
    expect((await screen.call('POST', '/api/player/plays', payload)).statusCode).toBe(422);
  });

  it.each([
    ['set back while it runs', -50_000, ['accepted', 'clock_back']],
    ['set on, as a machine that slept does', 3_600_000, ['accepted', 'accepted']],
    ['read a little later', -1_500, ['accepted', 'accepted']],
  ])('a clock that was %s', async (_what, by, expected) => {
    const { records, send } = await paired();
    const [a, b] = records as [PlayRecord, PlayRecord];
    const moved = await rehash({ ...b, started_wall_ms: b.started_wall_ms + by });
    expect(await send([a, moved])).toEqual(expected);
  });

  it('a machine that slept for eight hours and claims to be as sure as before is not graded A', async () => {
    const { ledger, records, send } = await paired();
    await send(records);
    const sleep = 8 * 3_600_000;
    world.clock.jump(9 * 3_600_000);
    const sure = {
      offset_ms: 0,
      uncertainty_ms: 20,
      source: 'server',
      synced_at_mono: 0,
      quality: 'A',
    } as const;
    const before = await ledger.play(world.creative, { clock: sure });
    const claimed = before.started_wall_ms + 10_000 + sleep;
    const after = await ledger.play(world.creative, { clock: sure, started_wall_ms: claimed });
    expect(await send([before, after])).toEqual(['accepted', 'accepted']);
    const by = await world.test.signIn('admin');
    const gradeOf = async ({ play_id }: PlayRecord) =>
      (await call(world.test, by, 'GET', `/api/programmatic/plays/${play_id}`)).json<Play>();
    expect(await gradeOf(before)).toMatchObject({ clock_quality: 'A' });
    expect(await gradeOf(after)).toMatchObject({ clock_quality: 'C', uncertainty_ms: sleep });
  });

  it('a clock that was set back is found whichever of the two comes first', async () => {
    const { records, send } = await paired();
    const [a, b] = records as [PlayRecord, PlayRecord];
    const moved = await rehash({ ...b, started_wall_ms: b.started_wall_ms - 50_000 });
    expect(await send([moved])).toEqual(['accepted']);
    expect(await send([a])).toEqual(['clock_back']);
  });

  it('more seconds than went by, over a restart', async () => {
    const { ledger, records, send } = await paired();
    await send(records);
    const last = records[3]!;
    const again = { boot_id: crypto.randomUUID(), started_mono_ms: 0, ended_mono_ms: 10_000 };
    const early = await ledger.play(world.creative, {
      ...again,
      started_wall_ms: last.started_wall_ms - 60_000,
    });
    expect(await send([early])).toEqual(['elapsed']);
  });
});
