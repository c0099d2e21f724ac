import type { Sale, SalesServices, AskedSale, Buyer } from './sales.types.ts';

export type {
  AskedLine,
  Buyer,
  PricedLine,
  Product,
  Products,
  ProductType,
  Sale,
  SalesServices,
} from './sales.types.ts';
