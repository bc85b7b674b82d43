import type { ReactNode } from 'react';
import type { SystemStatus } from '../../../shared/contract/trust/system.ts';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

/** Versions and what is connected, and what of the database is large. */
export function Facts({ status }: { status: SystemStatus }) {
  const text = useText('system');
  const format = useFormat();
  const now = useNow();
  const { server, database, tenancy } = status;
  const facts: [string, ReactNode][] = [
    ['version', server.version],
    ['build', <Code key="build">{server.build}</Code>],
    ['playerBuild', <Code key="player">{server.player_build}</Code>],
    ['node', server.node],
    ['started', format.dateTime(server.started_at)],
    ['memory', format.bytes(server.memory_bytes)],
    ['migrations', format.number(database.migrations)],
    ['ffmpeg', status.ffmpeg ?? text('facts.missing')],
    ['store', text(`store.${status.object_store.kind}`)],
    ['mail', text(`mail.${status.mail}`)],
    [
      'certificate',
      status.certificate_until === null
        ? text('facts.noCertificate')
        : text('facts.until', { date: format.date(status.certificate_until) }),
    ],
    [
      'backup',
      status.last_backup_at === null ? text('facts.noBackup') : format.ago(status.last_backup_at, now),
    ],
    ['access', text(`access.${tenancy.access}`)],
    ['customers', format.number(tenancy.customers)],
  ];
  return (
    <div className="mb-8 grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <section aria-labelledby="components">
        <h2 id="components" className="mb-2 text-20">
          {text('facts.title')}
        </h2>
        <Rows rows={facts.map(([key, value]) => [text(`facts.${key}`), value])} />
      </section>
      <section aria-labelledby="tables">
        <h2 id="tables" className="mb-2 text-20">
          {text('facts.tables')}
        </h2>
        <Rows
          rows={database.tables.map(({ name, bytes }) => [
            <Code key={name}>{name}</Code>,
            format.bytes(bytes),
          ])}
        />
      </section>
    </div>
  );
}

const Code = ({ children }: { children: string }) => <span className="font-mono">{children}</span>;

const Rows = ({ rows }: { rows: [ReactNode, ReactNode][] }) => (
  <dl className="grid grid-cols-[1fr_auto] border-t-2 border-ink bg-surface">
    {rows.map(([label, value], nth) => (
      <div key={nth} className="col-span-2 grid grid-cols-subgrid gap-4 border-b border-line px-3 py-2">
        <dt className="text-ink-2">{label}</dt>
        <dd className="text-right tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);
