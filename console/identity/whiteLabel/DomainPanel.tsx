/** The domain of the draft: the records it needs, what was found of them, and the way to look again. */
import { useTranslation } from 'react-i18next';
import { verifyDomain, type WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import { StateMark, type StateBadge } from '../../kit/fields/StateMark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useWhiteLabelAct } from './useWhiteLabelAct.ts';

const BADGES: Record<WhiteLabel['domain_state'], StateBadge> = {
  unverified: { shape: 'draft', tone: 'info' },
  verified: { shape: 'approved', tone: 'ok' },
  failed: { shape: 'rejected', tone: 'danger' },
};

export function DomainPanel({ row, disabled }: { row: WhiteLabel; disabled: boolean }) {
  const { t } = useTranslation('whiteLabel');
  const format = useFormat();
  const check = useWhiteLabelAct(verifyDomain, null);
  const { domain, domain_record, domain_state, domain_problem, domain_points_here, domain_checked_at } = row;
  if (domain === null || domain_record === null) return null;
  return (
    <section
      aria-labelledby="domain"
      className="mt-8 flex max-w-[640px] flex-col gap-4 border-t border-line pt-5"
    >
      <h2 id="domain" className="flex flex-wrap items-center gap-3 text-16">
        {domain}
        <StateMark badge={BADGES[domain_state]} value={domain_state} resource="whiteLabel" />
      </h2>
      <p className="text-ink-2">{t('domain.text')}</p>
      <dl className="grid gap-x-6 gap-y-2 border-t-2 border-ink pt-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
        <Entry label={t('domain.txtName')} value={domain_record.name} />
        <Entry label={t('domain.txtValue')} value={domain_record.value} />
        <Entry label={t('domain.cname', { domain })} value={row.domain_target} />
      </dl>
      <p className="text-13 text-ink-3">{t('domain.certificate')}</p>
      {domain_problem !== null && (
        <Notice tone="danger" title={t('domain.failed')}>
          {t(`domain.problems.${domain_problem}`)}
        </Notice>
      )}
      {domain_checked_at !== null && domain_points_here === false && (
        <Notice tone="info">{t('domain.elsewhere', { domain, target: row.domain_target })}</Notice>
      )}
      {check.failure !== null && <ErrorPanel error={check.failure} />}
      <div className="flex flex-wrap items-center gap-4">
        {!disabled && (
          <Button variant="outline" busy={check.busy} onClick={() => void check.run()}>
            {t('domain.check')}
          </Button>
        )}
        {domain_checked_at !== null && (
          <span className="text-13 text-ink-2">
            {t('domain.checked', { when: format.dateTime(domain_checked_at) })}
          </span>
        )}
      </div>
    </section>
  );
}

const Entry = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt className="text-ink-2">{label}</dt>
    <dd className="font-mono break-all select-all">{value}</dd>
  </>
);
