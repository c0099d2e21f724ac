export { VASTClient, VASTTracker } from '@dailymotion/vast-client';
