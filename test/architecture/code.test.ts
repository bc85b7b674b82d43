import { describe, expect, it } from 'vitest';
import { product, sources } from './sources.ts';

const LINE_STOP = 300;
/** Plain tables may be as long as what they list. */
const TABLES = ['shared/contract/wire/access.ts'];

describe('code', () => {
  it('stops every file at 300 lines', () => {
    expect(
      sources
        .filter(s => s.lines > LINE_STOP && !TABLES.includes(s.path))
        .map(({ path, lines }) => `${path} ${lines}`),
    ).toEqual([]);
  });

  it('OPEN-PLAYER-02 reads clocks in shared/clock.ts and chance in shared/random.ts only', () => {
    const clock = /\bDate\.now\b|\bnew Date\b|\bperformance\.now\b|\bset(Timeout|Interval)\(/;
    const chance = /\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b/;
    const strays = product
      .filter(({ path }) => !/^shared\/(clock|random|i18n\/format)\.ts$/.test(path))
      .filter(({ text }) => clock.test(text) || chance.test(text));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('leaves calls of the console to the one client: nobody else writes an address of the API or sends to it', () => {
    /** Handing the browser's own on is sending nothing; a whole browser may be moved. */
    const sends = /\bfetch\((?!input[,)])/;
    const names = /['"`]\/api\/(?!auth\/oauth\/)/;
    /** The gallery answers for itself. */
    const isGallery = (path: string) => path.startsWith('console/gallery/');
    /** Files of the page itself and of its maps, and of a slide by its signed link; a place, asked of a provider elsewhere; the farewell that outlives its client. */
    const may = [
      'console/public/guide/cacheGuide.ts',
      'console/app/language/languageByLocation.ts',
      'console/content/slides/StoredSlide.tsx',
      'console/kit/map/base/file.ts',
      'console/app/session/session.ts',
    ];
    const strays = product
      .filter(({ path }) => path.startsWith('console/') && !isGallery(path))
      .filter(({ path, text }) => names.test(text) || (sends.test(text) && !may.includes(path)));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('S7 lets nothing of the server call out but by what checks each address, or where whoever runs it has said', () => {
    const reaches =
      /(from |import\()'((node:)?(undici|https?|http2|net|tls|dgram|nodemailer|openid-client)|@(aws-sdk|tus|opentelemetry)\/(client-s3|s3-store|exporter-[\w-]+))'|(?<![.\w])fetch\(|globalThis\.fetch\b/;
    const may = [
      'server/net/outbound.ts',
      'server/programmatic/calls/callPartner.ts',
      /** The operator's own mail server, providers of sign-in and store of files. */
      'server/mail/smtp.ts',
      'server/identity/oauth/client.ts',
      'server/objectStore/s3Client.ts',
      'server/content/uploads/s3Uploads.ts',
      /** Writes a message down without sending it. */
      'server/mail/spool.ts',
      /** The operator's own collector of spans. */
      'server/app/traces.ts',
      /** Types, the texts of status codes, a port and a socket of its own. */
      'server/http/errorPage.ts',
      'server/app/index.ts',
      'server/app/backups.ts',
    ];
    /** Simulated screens and commands of this machine call this server. */
    const isOwn = (path: string) => /^server\/(demo\/vehicles|cli|dev)\//.test(path);
    const strays = product.filter(
      ({ path, text }) =>
        path.startsWith('server/') &&
        !isOwn(path) &&
        !may.includes(path) &&
        reaches.test(text.replace(/^import type .*$/gm, '')),
    );
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('has no file or folder named after nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|managers?|services?|data|info|misc|common)(\.|\/)/i;
    expect(product.filter(({ path }) => empty.test(path)).map(source => source.path)).toEqual([]);
  });

  it('leaves nothing undone, unsaid or switched off', () => {
    // This file, and the one whose subject is what must not compile.
    const namesThem = ['test/architecture/code.test.ts', 'test/console/kit/defineResource.test.ts'];
    const words =
      /\b(TODO|FIXME|HACK)\b|@ts-(ignore|nocheck|expect-error)|eslint-disable|\bas any\b|: any\b|vi\.mock\(|\b(it|test|describe)\.(only|skip|todo)\(|catch\s*(\(\w*\))?\s*\{\s*\}/;
    const strays = sources.filter(({ path, text }) => !namesThem.includes(path) && words.test(text));
    expect(strays.map(source => source.path)).toEqual([]);
  });

  it('replaces no page by an error where only a refresh failed: what was typed there would be lost', () => {
    const early = /\bif \(\w+\.isError\)/;
    expect(product.filter(({ text }) => early.test(text)).map(source => source.path)).toEqual([]);
  });

  it('compares no id with an empty text: PostgreSQL refuses that, and the transaction is lost', () => {
    const empty = /\b(eq|ne|isInGroup|lock\w+)\([^()]*\?\? ''/;
    expect(product.filter(({ text }) => empty.test(text)).map(source => source.path)).toEqual([]);
  });

  it('builds no markup from text', () => {
    const raw = /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/;
    expect(product.filter(({ text }) => raw.test(text)).map(source => source.path)).toEqual([]);
  });

  /** A library's own names are its business: `x.handleY()`, and the form library's handleSubmit. */
  it('says what it sees by verbs of the field, not by handle…', () => {
    expect(
      product
        .filter(({ text }) => /(?<!\.)\bhandle(?!Submit\b)[A-Z]\w*/.test(text))
        .map(source => source.path),
    ).toEqual([]);
  });
});
