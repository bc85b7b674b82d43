import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { partners } from '../../../shared/contract/programmatic/partner.ts';
import { isOpenrtbKind } from '../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import {
  MOCK_PROFILES,
  TEST_STATES,
  type MockProfile,
} from '../../../shared/contract/programmatic/tester/openrtb.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';

const LIMIT = 100;
export interface SendTarget {
  /** null: the mock bidder. */
  partner_id: string | null;
  mock_profile: MockProfile;
}
export const targetBody = ({ partner_id, mock_profile }: SendTarget) =>
  partner_id === null
    ? ({ target: 'mock', mock_profile } as const)
    : ({ target: 'partner', partner_id } as const);

interface SendToProps {
  target: SendTarget;
  setTarget: (target: SendTarget) => void;
}
/** The mock bidder with what it answers, or a partner in test mode. */
export function SendTo({ target, setTarget }: SendToProps) {
  const { t } = useTranslation('openrtb');
  const { client } = useAuth();
  const answer = useQuery(read(client, partners.list, { query: { sort: 'name', limit: LIMIT } }));
  const inTest = (answer.data?.items ?? []).filter(
    ({ kind, state, test_mode }) => test_mode && isOpenrtbKind(kind) && TEST_STATES.includes(state),
  );
  return (
    <>
      {inTest.length > 0 && (
        <Field label={t('request.target')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={target.partner_id ?? ''}
              onChange={event => setTarget({ ...target, partner_id: event.target.value || null })}
            >
              <option value="">{t('request.mockBidder')}</option>
              {inTest.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {target.partner_id === null && (
        <Field label={t('request.mock')}>
          {aria => (
            <select
              {...aria}
              className="control"
              value={target.mock_profile}
              onChange={event => setTarget({ ...target, mock_profile: event.target.value as MockProfile })}
            >
              {MOCK_PROFILES.map(name => (
                <option key={name} value={name}>
                  {t(`mock.${name}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
