import { Link } from 'wouter';
import type { SystemWarning } from '../../../shared/contract/trust/system.ts';
import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice, type Tone } from '../../kit/ui/display/Notice.tsx';

const TONES: Record<SystemWarning, Tone> = {
  object_store_away: 'danger',
  disk_low: 'danger',
  jobs_failed: 'warn',
  task_failed: 'danger',
  certificate_expires: 'danger',
  backup_old: 'warn',
  tenant_access: 'warn',
  no_mail_server: 'info',
  no_ffmpeg: 'info',
};
/** Where something can be done about it on a page. */
const LINKS: Partial<Record<SystemWarning, string>> = {
  no_mail_server: `${PATHS.settings}?section=integrations`,
  tenant_access: PATHS.tenants,
};

/** What needs somebody, the worst first, each with what to do. */
export function Warnings({ names }: { names: readonly SystemWarning[] }) {
  const text = useText('system');
  if (names.length === 0)
    return (
      <div className="mb-5">
        <Notice tone="ok" title={text('warnings.none')} />
      </div>
    );
  return (
    <ul aria-label={text('warnings.title')} className="mb-5 flex flex-col gap-2">
      {names.map(name => (
        <li key={name}>
          <Notice tone={TONES[name]} title={text(`warnings.${name}.title`)}>
            <p className="max-w-[80ch]">{text(`warnings.${name}.text`)}</p>
            {LINKS[name] !== undefined && (
              <Link href={LINKS[name]} className="inline-flex min-h-11 items-center underline">
                {text(`warnings.${name}.link`)}
              </Link>
            )}
          </Notice>
        </li>
      ))}
    </ul>
  );
}
