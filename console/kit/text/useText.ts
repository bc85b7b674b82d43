import { useTranslation } from 'react-i18next';

export type Text = (key: string, values?: Record<string, unknown>) => string;

/** For the generic screens, whose keys come from definitions; a test holds every such key against the texts. */
export function useText(namespace: string): Text {
  const { t } = useTranslation(namespace as 'common');
  return t as unknown as Text;
}
