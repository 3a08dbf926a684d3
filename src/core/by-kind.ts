type OfKind<Union, Kind> = Extract<Union, { readonly kind: Kind }>;

/** Calls the function for the value's kind. Every kind of the union needs one. */
export function byKind<Union extends { readonly kind: string }, Result>(
	value: Union,
	functions: { readonly [Kind in Union["kind"]]: (value: OfKind<Union, Kind>) => Result },
): Result {
	const kind: Union["kind"] = value.kind;
	const call = functions[kind] as (value: Union) => Result;
	return call(value);
}
