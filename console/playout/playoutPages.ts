/** What players are told beside their pages of configuration: known to none but those who open one of them. */
export const PLAYOUT_PAGES = {
  qrRules: async () => import('./qr/qrRules.resource.tsx'),
  weather: async () => import('./weather/weather.resource.tsx'),
  weatherRules: async () => import('./weather/weatherRules.resource.tsx'),
};
