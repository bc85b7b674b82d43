/** What players are told beside their pages of configuration: known to none but those who open one of them. */
export const PLAYOUT_PAGES = {
  qrRules: async () => import('../../playout/qr/qrRules.resource.tsx'),
  weather: async () => import('../../playout/weather/weather.resource.tsx'),
  weatherRules: async () => import('../../playout/weather/weatherRules.resource.tsx'),
};
