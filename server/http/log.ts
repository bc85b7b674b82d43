/** JSON lines, a request id in each, and no secret in any. */
export const logOptions = (level: string) => ({
  level,
  redact: {
    paths: [
      'req.headers.authorization',
      'req.headers.cookie',
      'req.headers["x-device-signature"]',
      'password',
      'currentPassword',
      'newPassword',
      'refresh_token',
      'access_token',
    ],
    censor: '[hidden]',
  },
  serializers: {
    req: (request: { id: string; method: string; url: string; ip: string }) => ({
      id: request.id,
      method: request.method,
      /** Signed links carry their right in the query. */
      url: request.url.split('?')[0],
      ip: request.ip,
    }),
  },
});
