/** Modules of the project as a browser gets them: bundled and minified, without what running TypeScript adds to every function. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { ROOT } from '../tools/steps.ts';

/** All that the module exports. `entry`: its path within the project. */
export async function asBuilt(entry: string): Promise<Record<string, unknown>> {
  const dir = mkdtempSync(join(tmpdir(), 'wayside-bench-'));
  try {
    const built = await build({
      ...{ configFile: false, root: ROOT, publicDir: false, logLevel: 'silent' },
      build: {
        ...{ write: false, minify: true, target: 'es2022' },
        lib: { entry: join(ROOT, entry), formats: ['es'] },
      },
    });
    const [{ output }] = built as [Rolldown.RolldownOutput];
    const file = join(dir, 'module.mjs');
    writeFileSync(file, output[0].code);
    return (await import(file)) as Record<string, unknown>;
  } finally {
    rmSync(dir, { recursive: true });
  }
}
