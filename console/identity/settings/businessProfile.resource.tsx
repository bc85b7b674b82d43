import { businessProfile } from '../../../shared/contract/identity/settings.ts';
import { defineSettings, section } from '../../kit/resource/defineSettings.ts';

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
      ],
    }),
  ],
});
