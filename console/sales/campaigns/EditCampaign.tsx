import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { systemClock } from '../../../shared/clock.ts';
import {
  campaign,
  campaigns,
  isEditable,
  OVER,
  type Campaign,
} from '../../../shared/contract/sales/campaign.ts';
import { campaignDefaults } from '../../../shared/contract/sales/campaignCalls.ts';
import { read } from '../../../shared/net/queries.ts';
import { CAMPAIGN_PAGES } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { EditForm } from '../../kit/screens/form/lazyEditForm.ts';
import { useCreate } from '../../kit/screens/form/useCreate.ts';
import { useBasePath } from '../../kit/screens/record/useBasePath.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useText } from '../../kit/text/useText.ts';
import { CAMPAIGN_FIELDS, CAMPAIGN_STEPS } from './form.ts';
import { blankCampaign, bodyOf, campaignForm, valuesOf } from './values.ts';

const FormPanel = lazyWithRetry(async () => ({
  default: (await import('../../kit/screens/form/FormPanel.tsx')).FormPanel<Campaign>,
}));
/** What the forms need of it; its list has a definition of its own. */
const resource = defineResource({
  name: 'campaigns',
  entity: campaigns,
  row: campaign,
  pages: CAMPAIGN_PAGES,
  opensIn: 'page',
  label: row => row.name,
  columns: [],
});
const SKELETON_ROWS = 6;
/** Only looked at: its amounts are of this currency, and a forecast leaves its own share out of what is taken. */
const HIDDEN = ['currency', 'id'].map(name => ({
  ...{ name, input: { as: 'text' as const }, isVisible: () => false },
}));
const form = { schema: campaignForm, fields: CAMPAIGN_FIELDS, steps: CAMPAIGN_STEPS };

/** A new campaign, step by step; what is typed outlives a reload. */
export function NewCampaign() {
  const text = useText('campaigns');
  const { client } = useAuth();
  const answer = useQuery(read(client, campaignDefaults, {}));
  return (
    <>
      <PageTitle className="mb-6">{text('new')}</PageTitle>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && <NewForm defaults={answer.data} />}
    </>
  );
}

function NewForm({ defaults }: { defaults: { currency: string; tz: string } }) {
  const text = useText('campaigns');
  const [, navigate] = useLocation();
  const [initial] = useState(() => blankCampaign(systemClock.now(), defaults));
  const { submit, base } = useCreate<Campaign>({
    ...resource,
    createForm: { ...form, body: values => bodyOf(values) },
  });
  return (
    <FormPanel
      resource="campaigns"
      form={form}
      initial={initial}
      submitLabel={text('actions.create')}
      draft="campaigns/new"
      submit={submit}
      cancel={() => navigate(base)}
    />
  );
}

/** One that is on screens is changed by an edit that waits for approval. */
export function EditCampaign() {
  const text = useText('campaigns');
  const { client } = useAuth();
  const { id = '' } = useParams<{ id: string }>();
  const base = useBasePath(resource);
  const [, navigate] = useLocation();
  const answer = useQuery(read(client, campaigns.read, { params: { id } }));
  const row = answer.data;
  return (
    <>
      <PageTitle className="mb-6">{row ? text('editOf', { name: row.name }) : text('one')}</PageTitle>
      {answer.isPending && <Skeleton rows={SKELETON_ROWS} />}
      {answer.isError && <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />}
      {row && row.state !== 'draft' && !OVER.includes(row.state) && (
        <div className="mb-5">
          <Notice tone="info" title={text('changeWaits')} />
        </div>
      )}
      {row && (
        <EditForm<Campaign>
          resource={{
            ...resource,
            form: {
              ...form,
              fields: [...CAMPAIGN_FIELDS, ...HIDDEN],
              from: valuesOf,
              body: bodyOf,
              isEditable,
            },
          }}
          row={row}
          onSaved={() => navigate(`${base}/${id}`)}
        />
      )}
    </>
  );
}
