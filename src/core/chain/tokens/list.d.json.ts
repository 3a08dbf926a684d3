declare const data: Readonly<
	Record<string, readonly (readonly [symbol: string, name: string, decimals: number, address: string])[]>
>;
// oxlint-disable-next-line import/no-default-export -- JSON has only a default export.
export default data;
