/** A request as a command for a terminal. */

/** Single quotes end a quoted text of the shell, so each is written outside of it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export const curlOf = (url: string, body: string) =>
  [
    `curl -sS -X POST ${quoted(url)}`,
    `-H 'Content-Type: application/json'`,
    `-H 'x-openrtb-version: 2.6'`,
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
