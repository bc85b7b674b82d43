/** The look of the tenant: what everybody sees now, and for those who may change it the draft of its name, colours and logos. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import {
  readBrand,
  readWhiteLabel,
  type Brand,
  type WhiteLabel,
} from '../../../shared/contract/identity/whiteLabel.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { useText } from '../../kit/text/useText.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { BRAND_BASICS, hasUnsaved } from '../whiteLabel/form.ts';
import { PictureFields } from '../whiteLabel/PictureFields.tsx';
import { Publication } from '../whiteLabel/Publication.tsx';

const SKELETON_ROWS = 4;
const COLOURS = ['primary', 'primary_dark', 'accent', 'accent_dark'] as const;

export function BrandPanel() {
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const { role, isOutsideHomeTenant } = useCurrentUser();
  const answer = useQuery(read(client, readBrand, {}));
  /** The platform's own tenant has no white label: staff change that of the tenant they act in. */
  const mayRead = canAccess('white_label', 'R') && (!isStaff(role) || isOutsideHomeTenant);
  const text = useText('settings');
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return (
    <>
      <Live brand={answer.data.brand} />
      {mayRead ? <Draft /> : <Notice tone="info">{text('brand.ownersOnly')}</Notice>}
    </>
  );
}

/** What consoles of this tenant wear now. */
function Live({ brand }: { brand: Brand | null }) {
  const text = useText('settings');
  const { t } = useTranslation('whiteLabel');
  return (
    <section aria-labelledby="live-brand" className="mb-8 max-w-[640px]">
      <h3 id="live-brand" className="mb-2 text-16">
        {text('brand.live')}
      </h3>
      {brand === null ? (
        <p>{text('brand.platform')}</p>
      ) : (
        <dl className="grid grid-cols-[1fr_auto] border-t-2 border-ink">
          <Line label={t('fields.app_name')}>{brand.app_name}</Line>
          {brand.logo_light !== null && (
            <Line label={t('fields.logo_light')}>
              <img src={brand.logo_light} alt={brand.app_name} className="max-h-8" />
            </Line>
          )}
          {COLOURS.map(name => (
            <Line key={name} label={t(`fields.${name}`)}>
              <span className="inline-flex items-center gap-2 font-mono text-13">
                <svg width="20" height="20" aria-hidden className="border border-line">
                  <rect width="20" height="20" fill={brand[name]} />
                </svg>
                {brand[name]}
              </span>
            </Line>
          ))}
        </dl>
      )}
    </section>
  );
}
function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="col-span-2 grid min-h-12 grid-cols-subgrid items-center border-b border-line px-1 py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Draft() {
  const { client } = useAuth();
  const answer = useQuery(read(client, readWhiteLabel, {}));
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  return <DraftEditor row={answer.data} />;
}

function DraftEditor({ row }: { row: WhiteLabel }) {
  const text = useText('settings');
  const canAccess = useCanAccess();
  const { hasPortal, role } = useCurrentUser();
  const [typed, setTyped] = useState<FieldValues>({});
  const disabled = !canAccess('white_label', 'W');
  const hasPage = hasPortal || isStaff(role);
  return (
    <section aria-labelledby="brand-draft" className="max-w-[640px]">
      <h3 id="brand-draft" className="mb-2 text-16">
        {text('brand.draft')}
      </h3>
      <Publication row={row} isUnsaved={hasUnsaved(typed, row)} disabled={disabled} />
      <Suspense fallback={<Skeleton rows={SKELETON_ROWS} />}>
        <EditForm resource={BRAND_BASICS} row={{ ...row, id: 'draft' }} onValues={setTyped} />
      </Suspense>
      <PictureFields row={row} disabled={disabled} />
      {hasPage && (
        <p className="mt-6">
          <Link href={PATHS.whiteLabel} className="underline">
            {text('brand.toPage')}
          </Link>
        </p>
      )}
    </section>
  );
}
