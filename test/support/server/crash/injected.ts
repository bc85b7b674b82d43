/** The server as crash schedules reach it: without a socket, and known to have done all that it was sent. */
import type { FastifyInstance, InjectOptions } from 'fastify';

export function injected(app: Pick<FastifyInstance, 'inject'>) {
  const underway = new Set<Promise<unknown>>();
  let requests = 0;
  async function arrive(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    requests += 1;
    const answer = await app.inject({
      method: method as InjectOptions['method'] & string,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      payload: body as string,
    });
    const answerHeaders = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.payload, { status: answer.statusCode, headers: answerHeaders });
  }
  return {
    serve(url: string, init: RequestInit) {
      const answer = arrive(url, init);
      underway.add(answer);
      void answer.finally(() => underway.delete(answer));
      return answer;
    },
    async settled() {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
    requests: () => requests,
  };
}
