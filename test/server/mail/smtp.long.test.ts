import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SmtpServer } from '../../../server/context/smtp.ts';
import { JOB_HANDLERS } from '../../../server/app/jobs.ts';
import { jobs } from '../../../server/db/schema.ts';
import { addJob } from '../../../server/jobs/jobs.ts';
import { startJobs } from '../../../server/jobs/worker.ts';
import { queueMail } from '../../../server/mail/queue.ts';
import { manualClock } from '../../support/clock.ts';
import {
  selfSigned,
  startCutter,
  startMailServer,
  startSilentServer,
  type Verdict,
} from '../../support/mailServer.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const HOUR_MS = 3_600_000;
/** Within it a mail server must have greeted. */
const ANSWER_MS = 15_000;
const LOOK_MS = 250;
const clock = manualClock();
const tls = selfSigned();
const EMAIL = {
  to: 'ana@fleet.example',
  subject: 'Grüße 你好',
  text: 'Hello\n\nhttps://signage.example/auth#reset=x\n',
};
let t: TestServer;
const relay = (port: number, more: Partial<SmtpServer> = {}): SmtpServer => ({
  ...{ host: 'localhost', port, security: 'none', user: null, password: null, ca: null },
  from: 'wayside@fleet.example',
  ...more,
});
const useRelay = (smtp: SmtpServer | null) => void (t.server.config.smtp = smtp);
beforeAll(async () => {
  t = await startTestServer({ clock, mail: 'real' });
});
afterAll(() => t.close());
beforeEach(() => t.db.delete(jobs));
let open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.map(one => one.close()));
  open = [];
  useRelay(null);
});
const opened = <T extends { close(): Promise<void> }>(one: T) => {
  open.push(one);
  return one;
};

const queue = (email = EMAIL) =>
  t.server.tenantTransactions.inTenant(t.tenant_id, tx =>
    queueMail({ server: t.server, tx, tenant_id: t.tenant_id }, email),
  );
const outcome = async () =>
  (await t.db.select().from(jobs)).map(({ state, tries, failure }) => [state, tries, failure]);

describe('an e-mail', () => {
  it('is handed in over TLS whose certificate is checked, with the name and password of the platform', async () => {
    const seen: unknown[] = [];
    const server = opened(
      await startMailServer({
        secure: true,
        ...tls,
        authOptional: false,
        onAuth({ username, password }, _session, done) {
          seen.push(username, password);
          done(null, { user: username });
        },
      }),
    );
    const smtp = relay(server.port, { security: 'tls', user: 'wayside', password: 'let-me-send' });
    useRelay(smtp);
    await queue();
    await t.runJobs();
    expect(await outcome()).toEqual([['queued', 1, expect.stringMatching(/^E/)]]);
    expect([seen, server.received]).toEqual([[], []]);

    useRelay({ ...smtp, ca: tls.cert });
    clock.jump(HOUR_MS);
    await t.runJobs();
    expect(seen).toEqual(['wayside', 'let-me-send']);
    expect(server.received).toMatchObject([
      { from: 'wayside@fleet.example', to: ['ana@fleet.example'], isSecure: true },
    ]);
    const raw = server.received[0]?.raw ?? '';
    expect(raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(await outcome()).toEqual([['done', 2, null]]);
  });

  it('is not sent in the clear where STARTTLS is asked for and the server has none', async () => {
    const server = opened(await startMailServer({ disabledCommands: ['STARTTLS'] }));
    useRelay(relay(server.port, { security: 'starttls' }));
    await queue();
    await t.runJobs();
    expect(server.received).toEqual([]);
    expect(await outcome()).toMatchObject([['queued', 1, expect.any(String) as string]]);
  });

  it('goes over STARTTLS', async () => {
    const server = opened(await startMailServer(tls));
    useRelay(relay(server.port, { security: 'starttls', ca: tls.cert }));
    await queue();
    await t.runJobs();
    expect(server.received).toMatchObject([{ isSecure: true }]);
  });

  it('that is put off (4xx) is sent later, as the same message', async () => {
    let verdict: Verdict = { code: 451, text: 'Greylisted' };
    const server = opened(await startMailServer({ judgeRecipient: () => verdict }));
    useRelay(relay(server.port));
    await queue();
    await t.runJobs();
    expect(await outcome()).toEqual([['queued', 1, 'SMTP_451']]);
    expect(await t.runJobs()).toBe(0);
    verdict = null;
    clock.jump(HOUR_MS);
    await t.runJobs();
    expect(server.received).toHaveLength(1);
    expect(await outcome()).toEqual([['done', 2, null]]);
  });

  it.each([
    ['recipient', 'judgeRecipient', 550],
    ['message', 'judge', 554],
  ] as const)('whose %s is refused for good (5xx) is given up', async (_what, when, code) => {
    const server = opened(await startMailServer({ [when]: () => ({ code, text: 'Refused' }) }));
    useRelay(relay(server.port));
    await queue();
    await t.runJobs();
    expect(await outcome()).toEqual([['failed', 1, `SMTP_${code}`]]);
    clock.jump(HOUR_MS);
    expect(await t.runJobs()).toBe(0);
  });

  it('waits where the platform’s own password is wrong: an administrator mends that', async () => {
    const server = opened(
      await startMailServer({
        ...tls,
        authOptional: false,
        onAuth: (_auth, _session, done) => done(Object.assign(new Error('Wrong'), { responseCode: 535 })),
      }),
    );
    useRelay(relay(server.port, { security: 'starttls', ca: tls.cert, user: 'wayside', password: 'wrong' }));
    await queue();
    await t.runJobs();
    expect(await outcome()).toEqual([['queued', 1, 'SMTP_535']]);
  });

  it('cut off within DATA is sent once: what was not ended was not taken', async () => {
    const server = opened(await startMailServer());
    let limit = 200;
    const cutter = opened(await startCutter(server.port, () => limit));
    useRelay(relay(cutter.port));
    await queue();
    await t.runJobs();
    expect(await outcome()).toMatchObject([['queued', 1, expect.any(String) as string]]);
    expect(server.received).toEqual([]);
    limit = Infinity;
    clock.jump(HOUR_MS);
    await t.runJobs();
    expect(server.received).toHaveLength(1);
    const [job] = await t.db.select().from(jobs);
    expect(server.received[0]?.raw).toContain(`Message-ID: <${job?.id ?? ''}@fleet.example>`);
  });

  it('waits while no server answers', async () => {
    useRelay(relay(1));
    await queue();
    await t.runJobs();
    expect(await outcome()).toMatchObject([['queued', 1, expect.stringMatching(/^E/) as string]]);
  });

  it('is put off within seconds where the server takes the connection and says nothing', async () => {
    useRelay(relay(opened(await startSilentServer()).port));
    await queue();
    const began = performance.now();
    await t.runJobs();
    expect(performance.now() - began).toBeLessThan(ANSWER_MS);
    expect(await outcome()).toEqual([['queued', 1, 'ETIMEDOUT']]);
  });

  it('that a silent server holds up holds up no job of another kind', async () => {
    const silent = opened(await startSilentServer());
    useRelay(relay(silent.port));
    await queue();
    const seen: string[] = [];
    const note = () => Promise.resolve(void seen.push('note'));
    const stop = startJobs(
      t.server,
      { ...JOB_HANDLERS, note },
      { failed: () => undefined, stuck: error => expect(error).toBeNull() },
    );
    const look = async () => {
      await clock.advance(LOOK_MS);
      return [silent.connections(), seen.length];
    };
    await expect.poll(look).toEqual([1, 0]);
    await t.server.tenantTransactions.inTenant(t.tenant_id, tx =>
      addJob({ server: t.server, tx, tenant_id: t.tenant_id }, { kind: 'note', payload: {} }),
    );
    await expect.poll(look).toEqual([1, 1]);
    expect(await outcome()).toContainEqual(['queued', 1, null]);
    await silent.close();
    open = [];
    await stop();
    expect(await outcome()).toContainEqual(['queued', 1, expect.stringMatching(/^E/)]);
  });

  it('OPEN-REG-04 is a file that only the server’s user may read where there is no mail server', async () => {
    await queue();
    await t.runJobs();
    const dir = join(t.server.config.dataDir, 'mail');
    const files = readdirSync(dir);
    expect(files).toHaveLength(1);
    const file = join(dir, files[0] ?? '');
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(dir).mode & 0o777).toString(8)).toBe('700');
    expect(readFileSync(file, 'utf8')).toMatch(/^To: ana@fleet\.example\r$/m);
  });
});
