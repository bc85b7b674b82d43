import type { Creative } from '../../../../shared/contract/content/creative.ts';
import { EditForm } from '../../../kit/screens/form/EditForm.tsx';
import resource from '../../creatives/creatives.resource.tsx';
import { ChecksOf } from '../../validation/panels.tsx';

/** The form of the creative's own page, and what the checks found. */
export const DetailsForm = ({ row }: { row: Creative }) => (
  <div className="grid gap-8 py-2 lg:grid-cols-[minmax(0,2fr)_minmax(260px,1fr)]">
    <EditForm resource={resource} row={row} />
    <div>
      <ChecksOf creative_id={row.id} asset_id={row.asset.id} />
    </div>
  </div>
);
