/** Converts litesvm's transaction errors to the form of Solana's JSON-RPC (agave, TransactionError). */

/** Names by number, as in litesvm's TransactionErrorFieldless. */
const TRANSACTION = [
	"AccountInUse",
	"AccountLoadedTwice",
	"AccountNotFound",
	"ProgramAccountNotFound",
	"InsufficientFundsForFee",
	"InvalidAccountForFee",
	"AlreadyProcessed",
	"BlockhashNotFound",
	"CallChainTooDeep",
	"MissingSignatureForFee",
	"InvalidAccountIndex",
	"SignatureFailure",
	"InvalidProgramForExecution",
	"SanitizeFailure",
	"ClusterMaintenance",
	"AccountBorrowOutstanding",
	"WouldExceedMaxBlockCostLimit",
	"UnsupportedVersion",
	"InvalidWritableAccount",
	"WouldExceedMaxAccountCostLimit",
	"WouldExceedAccountDataBlockLimit",
	"TooManyAccountLocks",
	"AddressLookupTableNotFound",
	"InvalidAddressLookupTableOwner",
	"InvalidAddressLookupTableData",
	"InvalidAddressLookupTableIndex",
	"InvalidRentPayingAccount",
	"WouldExceedMaxVoteCostLimit",
	"WouldExceedAccountDataTotalLimit",
	"MaxLoadedAccountsDataSizeExceeded",
	"ResanitizationNeeded",
	"InvalidLoadedAccountsDataSizeLimit",
	"UnbalancedTransaction",
	"ProgramCacheHitMaxLimit",
	"CommitCancelled",
];

/** Names by number, as in litesvm's InstructionErrorFieldless. */
const INSTRUCTION = [
	"GenericError",
	"InvalidArgument",
	"InvalidInstructionData",
	"InvalidAccountData",
	"AccountDataTooSmall",
	"InsufficientFunds",
	"IncorrectProgramId",
	"MissingRequiredSignature",
	"AccountAlreadyInitialized",
	"UninitializedAccount",
	"UnbalancedInstruction",
	"ModifiedProgramId",
	"ExternalAccountLamportSpend",
	"ExternalAccountDataModified",
	"ReadonlyLamportChange",
	"ReadonlyDataModified",
	"DuplicateAccountIndex",
	"ExecutableModified",
	"RentEpochModified",
	"NotEnoughAccountKeys",
	"AccountDataSizeChanged",
	"AccountNotExecutable",
	"AccountBorrowFailed",
	"AccountBorrowOutstanding",
	"DuplicateAccountOutOfSync",
	"InvalidError",
	"ExecutableDataModified",
	"ExecutableLamportChange",
	"ExecutableAccountNotRentExempt",
	"UnsupportedProgramId",
	"CallDepth",
	"MissingAccount",
	"ReentrancyNotAllowed",
	"MaxSeedLengthExceeded",
	"InvalidSeeds",
	"InvalidRealloc",
	"ComputationalBudgetExceeded",
	"PrivilegeEscalation",
	"ProgramEnvironmentSetupFailure",
	"ProgramFailedToComplete",
	"ProgramFailedToCompile",
	"Immutable",
	"IncorrectAuthority",
	"AccountNotRentExempt",
	"InvalidAccountOwner",
	"ArithmeticOverflow",
	"UnsupportedSysvar",
	"IllegalOwner",
	"MaxAccountsDataAllocationsExceeded",
	"MaxAccountsExceeded",
	"MaxInstructionTraceLengthExceeded",
	"BuiltinProgramsMustConsumeComputeUnits",
	"BorshIoError",
];

type InstructionFault = string | { readonly Custom: number };

/** Transaction error in its JSON form. */
export type SvmError =
	| string
	| { readonly InstructionError: readonly [index: number, error: InstructionFault] }
	| { readonly InsufficientFundsForRent: { readonly account_index: number } }
	| { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } };

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function named(names: readonly string[], value: unknown): string {
	if (typeof value === "string") return value;
	return (typeof value === "number" ? names[value] : undefined) ?? `Unknown(${String(value)})`;
}

function instructionFault(error: unknown): InstructionFault {
	if (isObject(error) && "code" in error) return { Custom: Number(error.code) };
	return isObject(error) ? "BorshIoError" : named(INSTRUCTION, error);
}

/** Converts an error. litesvm uses numbers for errors without fields, and separate objects for the others. */
export function svmError(error: unknown): SvmError {
	if (!isObject(error)) return named(TRANSACTION, error);
	if ("err" in error && typeof error.err === "function" && "index" in error)
		return { InstructionError: [Number(error.index), instructionFault(error.err())] };
	if ("accountIndex" in error) {
		const at = { account_index: Number(error.accountIndex) };
		return error.constructor.name.endsWith("InsufficientFundsForRent")
			? { InsufficientFundsForRent: at }
			: { ProgramExecutionTemporarilyRestricted: at };
	}
	return "SanitizeFailure";
}

const WORDS: Readonly<Record<string, string>> = {
	AccountNotFound: "Attempt to debit an account but found no record of a prior credit.",
	AlreadyProcessed: "This transaction has already been processed",
	BlockhashNotFound: "Blockhash not found",
	InsufficientFundsForFee: "Insufficient funds for fee",
	ProgramAccountNotFound: "Attempt to load a program that does not exist",
	SignatureFailure: "Transaction did not pass signature verification",
	AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
	InvalidAddressLookupTableIndex: "Transaction address table lookup uses an invalid index",
	InvalidAddressLookupTableOwner: "Transaction loads an address table account with an invalid owner",
};

/** Returns a cluster's message for the error. */
export function svmErrorMessage(error: SvmError): string {
	if (typeof error === "string") return WORDS[error] ?? error;
	if ("InstructionError" in error) {
		const [index, fault] = error.InstructionError;
		const words = typeof fault === "string" ? fault : `custom program error: 0x${fault.Custom.toString(16)}`;
		return `Error processing Instruction ${index}: ${words}`;
	}
	if ("InsufficientFundsForRent" in error)
		return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`;
	return "Execution of the program is temporarily restricted";
}
