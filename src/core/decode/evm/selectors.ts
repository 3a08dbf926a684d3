import { toFunctionSelector, toFunctionSignature } from "viem/utils";
import { once } from "../../once.ts";
import { FAMILIES } from "./protocols/families.ts";

/**
 * Names of functions that can't be decoded. Anyone can find a function name that matches a given selector, so
 * a match is only a possibility. Sources: the contracts' own interfaces.
 */

const NOT_DECODED: readonly string[] = [
	// Uniswap V2 and its forks
	`swap(uint256,uint256,address,bytes)
	skim(address)
	sync()
	createPair(address,address)`,
	// Uniswap V3 and V4
	`burn(int24,int24,uint128)
	selfPermitAllowed(address,uint256,uint256,uint8,bytes32,bytes32)
	flash(address,uint256,uint256,bytes)
	swap(address,bool,int256,uint160,bytes)
	unlock(bytes)
	multicall(bytes32,bytes[])`,
	// Aggregators and bridges
	`swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)
	unoswap(address,uint256,uint256,uint256[])
	unoswapTo(address,address,uint256,uint256,uint256[])
	uniswapV3Swap(uint256,uint256,uint256[])
	uniswapV3SwapTo(address,uint256,uint256,uint256[])
	ethUnoswap(uint256,uint256)
	clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)
	transformERC20(address,address,uint256,uint256,(uint32,bytes)[])
	sellToUniswap(address[],uint256,uint256,bool)
	fillLimitOrder((address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256),(uint8,uint8,bytes32,bytes32),uint128)
	swapOnUniswap(uint256,uint256,address[])
	simpleSwap((address,address,uint256,uint256,uint256,address[],bytes,uint256[],uint256[],address,address,uint256,bytes,uint256,bytes16))
	settle(address[],uint256[],(uint256,uint256,address,uint256,uint256,uint32,bytes32,uint256,uint256,uint256,bytes)[],(address,uint256,bytes)[][3])
	deposit(address,address,uint256,uint256,int64,uint32,bytes,uint256)
	bridgeETH(uint32,bytes)
	bridgeETHTo(address,uint32,bytes)
	bridgeERC20(address,address,uint256,uint32,bytes)
	bridgeERC20To(address,address,address,uint256,uint32,bytes)
	depositETH(uint32,bytes)
	depositETHTo(address,uint32,bytes)
	depositERC20(address,address,uint256,uint32,bytes)
	depositTransaction(address,uint256,uint64,bool,bytes)
	outboundTransfer(address,address,uint256,uint256,uint256,bytes)
	createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)
	depositForBurn(uint256,uint32,bytes32,address)
	receiveMessage(bytes,bytes)
	sendToken((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)
	swapExactAmountIn(address,uint256,address,uint256,uint256)
	batchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool),int256[],uint256)
	swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)
	joinPool(bytes32,address,address,(address[],uint256[],bytes,bool))
	exitPool(bytes32,address,address,(address[],uint256[],bytes,bool))
	flashLoan(address,address[],uint256[],bytes)
	exchange(uint256,uint256,uint256,uint256,bool)
	exchange_underlying(int128,int128,uint256,uint256)
	add_liquidity(uint256[4],uint256)
	remove_liquidity_imbalance(uint256[3],uint256)`,
	// Lending
	`liquidationCall(address,address,address,uint256,bool)
	flashLoan(address,address[],uint256[],uint256[],address,bytes,uint16)
	flashLoanSimple(address,address,uint256,bytes,uint16)
	delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)
	liquidateBorrow(address,uint256,address)
	allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)
	frob(bytes32,address,address,address,int256,int256)
	join(address,uint256)
	exit(address,uint256)`,
	// Staking and rewards
	`stake(uint256,address)
	stake(address,uint256)
	stake()
	unstake(uint256)
	unstake(uint256,bool)
	unstake()
	deposit(uint256)
	deposit(uint256,uint256)
	withdraw(uint256,uint256)
	withdraw()
	withdrawAll()
	getReward(address)
	getReward(address,bool)
	claim()
	claim(uint256)
	claim(uint256,address,uint256,bytes32[])
	claim(address,uint256,bytes32[])
	claimReward()
	claimRewards()
	claimRewards(address)
	harvest()
	harvest(uint256,address)
	emergencyWithdraw(uint256)
	emergencyWithdraw()
	compound()
	notifyRewardAmount(uint256)
	deposit(bytes,bytes,bytes,bytes32)
	create_lock(uint256,uint256)
	increase_amount(uint256)
	increase_unlock_time(uint256)
	vote_for_gauge_weights(address,uint256)
	lock(uint256)
	unlock(uint256)
	processExpiredLocks(bool)
	depositFor(address,uint256)
	depositAll()
	vest()
	release(address)
	release()`,
	// Tokens and collections
	`mint(address,uint256)
	mint(address)
	mint(address,uint256,bytes)
	mint(address,uint256,uint256,bytes)
	mintBatch(address,uint256[],uint256[],bytes)
	safeMint(address)
	safeMint(address,uint256)
	publicMint(uint256)
	burnFrom(address,uint256)
	burn(address,uint256)
	burn(address,uint256,uint256)
	burnBatch(address,uint256[],uint256[])
	increaseApproval(address,uint256)
	decreaseApproval(address,uint256)
	approveAndCall(address,uint256)
	approveAndCall(address,uint256,bytes)
	transferAndCall(address,uint256)
	transferAndCall(address,uint256,bytes)
	transferFromAndCall(address,address,uint256)
	transferFromAndCall(address,address,uint256,bytes)
	transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
	receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
	cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)
	send(address,uint256,bytes)
	authorizeOperator(address)
	revokeOperator(address)
	operatorSend(address,address,uint256,bytes,bytes)
	setTokenURI(uint256,string)
	setBaseURI(string)
	blacklist(address)
	unBlacklist(address)
	pause()
	unpause()
	rebase(uint256,int256)
	snapshot()
	airdrop(address[],uint256[])
	batchTransfer(address[],uint256[])
	multiTransfer(address[],uint256[])`,
	// NFT marketplaces
	`cancelAllOrders(uint256)
	cancelMultipleOrders(uint256[])
	execute(((address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),uint8,bytes32,bytes32,bytes,uint8,uint256),((address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes),uint8,bytes32,bytes32,bytes,uint8,uint256))
	bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)
	buyPunk(uint256)
	offerPunkForSale(uint256,uint256)
	transferPunk(address,uint256)`,
	// Accounts
	`handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)
	handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)
	handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address,bytes)[],address)
	depositTo(address)
	addStake(uint32)
	unlockStake()
	withdrawStake(address)
	withdrawTo(address,uint256)
	createAccount(address,uint256)
	createProxyWithNonce(address,bytes,uint256)
	setup(address[],uint256,address,bytes,address,address,uint256,address)
	approveHash(bytes32)
	execTransactionFromModule(address,uint256,bytes,uint8)
	execTransactionFromModuleReturnData(address,uint256,bytes,uint8)
	executeFromExecutor(bytes32,bytes)
	installModule(uint256,address,bytes)
	uninstallModule(uint256,address,bytes)
	executeUserOp(address,uint256,bytes,uint8)
	execute(address,uint256,bytes,uint8)
	execute((address,uint256,bytes)[])
	exec(address,uint256,bytes)
	proxy((uint8,address,uint256,bytes)[])
	redeemDelegations(bytes[],bytes32[],bytes[])
	disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))
	signMessage(bytes)
	simulateAndRevert(address,bytes)
	deploy(bytes,bytes32)
	deployCreate2(bytes32,bytes)`,
	// Governance and proxies
	`delegateBySig(address,uint256,uint256,uint8,bytes32,bytes32)
	propose(address[],uint256[],bytes[],string)
	propose(address[],uint256[],string[],bytes[],string)
	queue(address[],uint256[],bytes[],bytes32)
	queue(uint256)
	execute(address[],uint256[],bytes[],bytes32)
	execute(uint256)
	cancel(uint256)
	schedule(address,uint256,bytes,bytes32,bytes32,uint256)
	scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)
	executeTransaction(address,uint256,string,bytes,uint256)
	submitTransaction(address,uint256,bytes)
	confirmTransaction(uint256)
	executeTransaction(uint256)
	renounceRole(bytes32,address)
	setAuthority(address)
	setPendingOwner(address)
	setPendingAdmin(address)
	acceptAdmin()
	claimOwnership()
	nominateNewOwner(address)
	upgrade(address,address)
	upgradeAndCall(address,address,bytes)
	upgradeBeaconTo(address)
	initialize()
	initialize(address)
	initialize(address,address)
	initialize(string,string)
	kill()
	selfDestruct(address)`,
	// Names
	`wrapETH2LD(string,address,uint16,address)`,
	// Rights over positions, names, and streams
	`setAuthorizationWithSig((address,address,bool,uint256,uint256),(uint8,bytes32,bytes32))
	setIsAuthorized(address,bool)
	setOperator(address)
	setOperator(address,uint256)
	setOperator(bytes19,address,uint256)
	setAccountOperator(address,address,bool)
	setRelayerApproval(address,address,bool)
	manageUserBalance((uint8,address,uint256,address,address)[])
	approvePositionManager(address,bool)
	setUserPositionManager(address,bool)
	setUserManager(address,bool)
	addManager(address)
	setManager(address)
	setKeeper(address)
	setKeeper(address,bool)
	addKeeper(address)
	setGuardian(address)
	addGuardian(address)
	setRecovery(address)
	initiateRecovery(address)
	delegateByType(address,uint8)
	metaDelegate(address,address,uint256,uint8,bytes32,bytes32)
	setDelegate(bytes32,address)
	setDelegate(address)
	delegateAll(address,bytes32,bool)
	delegateContract(address,address,bytes32,bool)
	delegateForAll(address,bool)
	signalTransfer(address)
	setBeneficiary(address)
	changeRecipient(address)
	set_approve_deposit(address,bool)
	toggle_approve_mint(address)
	authorizeFlowOperatorWithFullControl(address,address,bytes)
	updateFlowOperatorPermissions(address,address,uint8,int96,bytes)
	setSubnodeOwner(bytes32,string,address,uint32,uint64)
	setSubnodeRecord(bytes32,string,address,address,uint64,uint32,uint64)
	executeFor(address,bytes)
	executeOnBehalf(address,address,bytes)
	withdrawOnBehalf(address,uint256)`,
	// Names that drainers often use
	`claim(bytes)
	claimRewards(address,bytes)
	securityUpdate()
	SecurityUpdate()
	connect()
	Claim(address)
	networkMerge()`,
];

const FAMILY_ONLY = `
	burn(uint256) permitBatch(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)
	swapExactAmountIn(address,(address,address,uint256,uint256,uint256,bytes32,address),uint256,bytes,bytes)
	createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))
	invalidateOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))
	exec(address,address,uint256,address,bytes) execute((address,address,uint256),bytes[],bytes32)
	repayETH(address,uint256,address) borrowETH(address,uint256,uint16) swapBorrowRateMode(address,uint256)
	setUserUseReserveAsCollateralOnBehalfOf(address,bool,address) claimAllRewardsToSelf(address[])
	claimRewardsToSelf(address[],uint256,address) transferAsset(address,address,uint256)
	transferAssetFrom(address,address,address,uint256) claim(address,address,bool)
	claimTo(address,address,address,bool) claimComp(address,address[]) move(address,address,uint256)
	flux(bytes32,address,address,uint256) claim(address[],address[],uint256[],bytes32[][])
	toggleOperator(address,address)
	withdraw((address,address,address,address,uint256),uint256,uint256,address,address)
	redelegate(address,(bytes,uint256),bytes32) queueWithdrawals((address[],uint256[],address)[])
	completeQueuedWithdrawal((address,address,address,uint256,uint32,address[],uint256[]),address[],bool)
	requestWithdrawalsWstETH(uint256[],address) claimWithdrawalsTo(uint256[],uint256[],address) deposit()
	withdraw(uint256) register((string,address,uint256,bytes32,address,bytes[],uint8,bytes32))
	register(string,address,uint256,bytes32) renew(string,uint256,bytes32) setTTL(bytes32,uint64)
	setName(bytes32,string) approve(bytes32,address,bool) setApprovalForAll(address,bool)
	fulfillOrder(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),bytes),bytes32)
	fulfillAdvancedOrder(((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256),uint120,uint120,bytes,bytes),(uint256,uint8,uint256,uint256,bytes32[])[],bytes32,address)
	cancel((address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)[])
	transfer(address,uint256,uint256) transferFrom(address,address,uint256,uint256)
	approve(address,uint256,uint256) requestDeposit(uint256,address,address)
	requestRedeem(uint256,address,address) deposit(uint256,address,address) mint(uint256,address,address)
	cancelDepositRequest(uint256,address) cancelRedeemRequest(uint256,address)
	claimCancelDepositRequest(uint256,address,address) claimCancelRedeemRequest(uint256,address,address)`;

const linesOf = (text: string): readonly string[] => text.split(/\s+/).filter((line) => line !== "");

export function commonSignatures(): readonly string[] {
	const familyOnly = new Set(linesOf(FAMILY_ONLY));
	const decoded = FAMILIES.flatMap(({ functions }) => functions.map(({ item }) => toFunctionSignature(item)));
	const named = decoded.filter((signature) => !familyOnly.has(signature));
	return [...NOT_DECODED.flatMap(linesOf), ...new Set(named)];
}

const bySelector = once(
	(): ReadonlyMap<string, string> =>
		new Map(commonSignatures().map((each) => [toFunctionSelector(each), each])),
);

/**
 * Returns a common function signature with this selector. Callers must label it "possibly", because four
 * bytes don't identify a function.
 */
export function possibleFunction(selector: string): string | null {
	return bySelector().get(selector) ?? null;
}

const RIGHTS: ReadonlySet<string> = new Set([
	"authorisation",
	"authorization",
	"authorise",
	"authorize",
	"delegate",
	"delegation",
	"delegations",
	"operator",
	"operators",
	"owner",
	"owners",
	"ownership",
	"manager",
	"managers",
	"keeper",
	"keepers",
	"hope",
	"allow",
	"allowance",
	"allowlist",
	"approve",
	"approval",
	"permit",
	"permission",
	"permissions",
	"guardian",
	"guardians",
	"recovery",
	"resolver",
	"module",
	"modules",
	"executor",
	"beneficiary",
	"controller",
	"subnode",
	"install",
	"relayer",
	"handler",
	"authorized",
	"give",
	"record",
	"recipient",
]);

const REVOKES: ReadonlySet<string> = new Set([
	"revoke",
	"disable",
	"remove",
	"decrease",
	"cancel",
	"undelegate",
	"disallow",
	"uninstall",
	"nope",
	"accept",
	"claim",
	"invalidate",
]);

const wordsIn = (name: string): readonly string[] =>
	name
		.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
		.replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
		.toLowerCase()
		.split(/[\s_]+/)
		.filter((word) => word !== "");

/**
 * Returns whether the name suggests that the function grants a right or acts for others. Excludes permits
 * that the contract uses immediately (`supplyWithPermit`, `selfPermit`), because they were reviewed when they
 * were signed.
 */
export function namesRight(signature: string): boolean {
	const words = wordsIn(signature.slice(0, signature.indexOf("(")));
	const [first] = words;
	if (first === undefined || REVOKES.has(first) || first === "self") return false;
	const text = words.join(" ");
	if (/ with permit( |$)/.test(text)) return false;
	if (/^(execute|exec) .*for( |$)/.test(text) || / on behalf( of)?$/.test(text)) return true;
	return words.some((word) => RIGHTS.has(word));
}

export function shortSignature(signature: string): string {
	const open = signature.indexOf("(");
	return signature.slice(open) === "()" ? signature : `${signature.slice(0, open)}(…)`;
}
