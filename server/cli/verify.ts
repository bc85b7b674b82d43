/** `npm run verify -- FILE [--key ID …] [--zh]`: checks a proof of play or a bundle, by the code of verify.html. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkText } from '../../shared/proof/check.ts';
import { factsOf, faultText, type ReportTexts } from '../../shared/proof/describe.ts';
import { ConfigError, EXIT_CONFIG } from '../context/config.ts';
import { ROOT } from '../root.ts';

const USAGE = 'Usage: npm run verify -- FILE [--key ID of a key you trust]… [--zh]';
const STDIN = 0;

/** An id of a key may begin with a dash, which would else be read as an option. */
const joinKeys = (args: readonly string[]): string[] =>
  args.flatMap((arg, n) => {
    if (arg === '--key' && args[n + 1] !== undefined) return [`--key=${args[n + 1]}`];
    return args[n - 1] === '--key' ? [] : [arg];
  });

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      args: joinKeys(process.argv.slice(2)),
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true }, zh: { type: 'boolean' } },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new ConfigError(USAGE);
    return { file, ...values };
  } catch (cause) {
    throw new ConfigError(USAGE, { cause });
  }
}

/** `-`: what is piped in. */
function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? STDIN : file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${file} could not be read.`, { cause });
  }
}

try {
  const { file, key, zh } = readArguments();
  const path = join(ROOT, 'public/locales', zh ? 'zh' : 'en', 'verify.json');
  const texts = JSON.parse(readFileSync(path, 'utf8')) as ReportTexts;
  const report = await checkText(readText(file), key ?? null);
  const lines = [
    report.ok ? texts.holds : texts.fails,
    ...(report.fault ? [`${faultText(report.fault, texts)} [${report.fault.code}]`] : []),
    ...factsOf(report, texts).map(([label, value]) => `${label}: ${value}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = report.ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_CONFIG;
}
