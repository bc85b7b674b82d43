import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Slow where a property runs a thousand times on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;
/** Whole days of a screen with a server and its database: what takes 20 s alone took 55 s on a busy machine. */
const SERVER_TIMEOUT_MS = 180_000;
const common = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: 60_000,
  setupFiles: ['test/support/setup/patientWait.ts'],
};

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    /** Pages and simulated days leave much behind that is soon of no use: with so much room most of it is never copied. */
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          /** Not by `exclude`, which would take the place of what the command line leaves out. */
          include: ['test/*.test.ts', 'test/!(server|e2e)/**/*.test.ts'],
          /** What they all load is read once; a file that needs modules nobody has used resets them. */
          isolate: false,
          ...common,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['test/**/*.test.tsx'],
          /** A window for each process; what they all load is read once. */
          isolate: false,
          ...common,
          setupFiles: [...common.setupFiles, 'test/support/console/lazyParts.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          globalSetup: ['test/support/server/pgTemplate.ts'],
          /** Each file has a server and a database of its own; the modules, and the engine they compile, are shared. */
          isolate: false,
          ...common,
          testTimeout: SERVER_TIMEOUT_MS,
        },
      },
    ],
  },
});
