import { businessProfile } from '../../shared/contract/settings.ts';
import { defineSettings, section } from './defineSettings.ts';

export default defineSettings({
  name: 'businessProfile',
  area: 'business',
  sections: [
    section({
      name: 'company',
      ...businessProfile,
      fields: [
        { name: 'name', input: { as: 'text' } },
        { name: 'country', input: { as: 'text', orNull: true }, hint: true },
        { name: 'tax_id', input: { as: 'text', orNull: true }, hint: true },
      ],
    }),
  ],
});
