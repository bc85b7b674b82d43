/** The server as a separate process with its full log output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const START_MS = 60_000;
const ENTRY = `const [{ serve }, { readConfig }] = await Promise.all([import('./server/app/index.ts'), import('./server/context/config.ts')]);
await serve(readConfig(process.argv.slice(1), process.env));`;

export const newDataDir = () => mkdtempSync(join(tmpdir(), 'wayside-loud-'));
/** `firstPassword` null: the first start makes one of its own. */
export async function loud(firstPassword: string | null, dataDir = newDataDir()) {
  const passwordFile = join(dataDir, 'first');
  if (firstPassword !== null) writeFileSync(passwordFile, `${firstPassword}\n`);
  const { DATABASE_URL: _, ADMIN_PASSWORD_FILE: _file, ...env } = process.env;
  const flags = ['--', '--demo', 'off', '--port', '0', '--host', '127.0.0.1', '--data', dataDir];
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', ENTRY, ...flags], {
    cwd: ROOT,
    env: {
      ...env,
      LOG_LEVEL: 'trace',
      ...(firstPassword === null ? {} : { ADMIN_PASSWORD_FILE: passwordFile }),
    },
  });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const started = Date.now();
  while (!text.includes('Wayside is ready.')) {
    if (Date.now() - started > START_MS || child.exitCode !== null) throw new Error(`no start:\n${text}`);
    await new Promise(done => setTimeout(done, 50));
  }
  const port = /"port":(\d+)|127\.0\.0\.1:(\d+)\/player/.exec(text);
  return {
    origin: `http://127.0.0.1:${port?.[1] ?? port?.[2]}`,
    dataDir,
    log: () => text,
    async end() {
      const exited = new Promise(done => child.once('exit', done));
      child.kill('SIGTERM');
      await exited;
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
