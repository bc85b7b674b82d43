/**
 * One server for all files of a worker that neither stop nor configure theirs. What a file leaves behind the next one
 * finds: rows of its own do no harm, but what everybody sees (portal, settings, somebody's profile) is put back, or the
 * file starts a server of its own. Files of one project take `test` from here even where they do without the server,
 * since Playwright starts another worker for a file whose fixtures are others.
 */
import { test as base } from '@playwright/test';
import { Api } from './api.ts';
import { Wayside } from './wayside.ts';

interface TestFixtures {
  /** What the server reports while a story fails is printed with it: pages show only that something went wrong. */
  serverErrors: undefined;
}
interface WorkerFixtures {
  /** With the demo's fleet and users. */
  demoServer: Wayside;
  /** Its first administrator, who has OWN_PASSWORD. */
  staff: Api;
}

/** Lines of the server's log from the level `error` on. */
const ERROR = /"level":[56]0/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverErrors: [
    async ({ demoServer }, use, story) => {
      const before = demoServer.output.length;
      await use(undefined);
      if (story.status === story.expectedStatus) return;
      const lines = demoServer.output.slice(before).split('\n');
      for (const line of lines.filter(line => ERROR.test(line))) console.log(line);
    },
    { auto: true },
  ],
  demoServer: [
    async ({}, use) => {
      const server = await Wayside.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  staff: [
    async ({ demoServer }, use) => use(await new Api(demoServer.origin).enter(demoServer.firstAdmin())),
    { scope: 'worker' },
  ],
});
