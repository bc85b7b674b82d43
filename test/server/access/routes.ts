/** Every route a server has, as it prints them itself: `GET /api/devices/:id`. */
import type { FastifyInstance } from 'fastify';

/** Of one level in the tree. */
const INDENT = 4;

export function routesOf(app: FastifyInstance): string[] {
  const trail: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, branch = '', part = '', methods = ''] = /^([│ ]*[├└]── )(\S+) \((.+)\)$/.exec(line) ?? [];
      if (part === '') return [];
      trail.length = branch.length / INDENT - 1;
      trail.push(part);
      const verbs = methods.split(', ');
      /** A HEAD beside a GET is the same route. */
      return verbs
        .filter(verb => verb !== 'HEAD' || !verbs.includes('GET'))
        .map(verb => `${verb} ${trail.join('')}`);
    });
}
