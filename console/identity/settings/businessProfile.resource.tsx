import { businessProfile } from '../../../shared/contract/identity/settings.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';

const SignInSections = lazyPanel(
  () => import('../profile/SignInSections.tsx'),
  ['profile', 'passwords', 'secondFactor'],
);

/** Whoever reads the profile of the business here changes his own password here, too (OPEN-USER-04). */
const OwnSignIn = () => (
  <div className="mt-12 flex max-w-[640px] flex-col gap-12">
    <SignInSections />
  </div>
);

export default defineSettings({
  name: 'businessProfile',
  area: 'business',
  sections: [
    section({
      name: 'company',
      ...businessProfile,
      fields: [
        { name: 'name', input: { as: 'text' } },
        { name: 'country', input: { as: 'code', of: 'country', nullable: true } },
        { name: 'tax_id', input: { as: 'text', nullable: true }, hint: true },
        { name: 'legal_address', input: { as: 'area' }, hint: true },
        { name: 'billing_address', input: { as: 'area' } },
        { name: 'contact_email', input: { as: 'text', type: 'email', nullable: true }, hint: true },
        { name: 'contact_phone', input: { as: 'text', nullable: true } },
      ],
      below: OwnSignIn,
    }),
  ],
});
