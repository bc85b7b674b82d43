import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicJob } from '../../shared/contract/content/publicJobs.ts';
import { tongueOf } from '../kit/fields/inputs/words/bilingual.ts';
import { buttonClass } from '../kit/ui/controls/Button.tsx';
import { useFormat } from '../kit/text/useFormat.ts';

/** What it pays, as far as it says. */
function usePay({ pay_min_minor, pay_max_minor, currency, unit }: PublicJob): string | null {
  const { t } = useTranslation('publicJobs');
  const format = useFormat();
  const [from, to] = [pay_min_minor, pay_max_minor].map(
    minor => minor === null || currency === null ? undefined : format.money(minor, currency),
  );
  if (from === undefined && to === undefined) return null;
  return t(`pay.${from === undefined ? 'to' : to === undefined ? 'from' : 'range'}`, {
    from,
    to,
    per: t(`per.${unit}`),
  });
}

interface JobProps {
  job: PublicJob;
  isOpen: boolean;
  toggle: () => void;
}
export function Job({ job, isOpen, toggle }: JobProps) {
  const { t } = useTranslation('publicJobs');
  const format = useFormat();
  const pay = usePay(job);
  const id = useId();
  const body = tongueOf(job.body, format.locale);
  const title = tongueOf(job.title, format.locale);
  return (
    <article aria-labelledby={`${id}-title`}>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-more`}
          onClick={toggle}
          className="flex min-h-12 w-full items-center gap-4 py-3 text-left"
        >
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="block text-16 font-semibold break-words">
              {title}
            </span>
            <span className="block text-ink-2">
              {[job.employer, t(`values.${job.employment}`), pay].filter(one => one !== null).join(' · ')}
            </span>
          </span>
          <ChevronDown size={20} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </button>
      </h2>
      <div id={`${id}-more`} hidden={!isOpen} className="pb-5">
        <p className="max-w-[60ch] break-words whitespace-pre-wrap">{body}</p>
        <p className="mt-2 text-13 text-ink-2">
          {t('published', { date: format.date(job.published_at) })}
          {job.ends_at !== null && <> · {t('until', { date: format.date(job.ends_at) })}</>}
        </p>
        <a
          href={job.apply_url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={`${buttonClass()} mt-4`}
        >
          {t('apply', { employer: job.employer })}
        </a>
      </div>
    </article>
  );
}
