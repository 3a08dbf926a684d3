// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ICoin} from "./Coins.sol";

/// Vault like Balancer v2, with internal balances and relayers that act for users.
contract PoolVault {
    enum OpKind {
        DEPOSIT_INTERNAL,
        WITHDRAW_INTERNAL,
        TRANSFER_INTERNAL,
        TRANSFER_EXTERNAL
    }

    struct UserBalanceOp {
        OpKind kind;
        address asset;
        uint256 amount;
        address sender;
        address payable recipient;
    }

    mapping(address => mapping(address => uint256)) private kept;
    mapping(address => mapping(address => bool)) public hasApprovedRelayer;

    event RelayerApprovalChanged(address indexed relayer, address indexed sender, bool approved);
    event InternalBalanceChanged(address indexed user, address indexed token, int256 delta);

    function setRelayerApproval(address sender, address relayer, bool approved) external {
        require(msg.sender == sender, "BAL#401");
        hasApprovedRelayer[sender][relayer] = approved;
        emit RelayerApprovalChanged(relayer, sender, approved);
    }

    function getInternalBalance(address user, address[] memory tokens) external view returns (uint256[] memory) {
        uint256[] memory out = new uint256[](tokens.length);
        for (uint256 index; index < tokens.length; index += 1) out[index] = kept[user][tokens[index]];
        return out;
    }

    function manageUserBalance(UserBalanceOp[] memory ops) external payable {
        for (uint256 index; index < ops.length; index += 1) {
            UserBalanceOp memory op = ops[index];
            require(op.sender == msg.sender || hasApprovedRelayer[op.sender][msg.sender], "BAL#503");
            if (op.kind == OpKind.DEPOSIT_INTERNAL) {
                require(ICoin(op.asset).transferFrom(op.sender, address(this), op.amount), "not paid");
                kept[op.recipient][op.asset] += op.amount;
                emit InternalBalanceChanged(op.recipient, op.asset, int256(op.amount));
            } else if (op.kind == OpKind.WITHDRAW_INTERNAL) {
                kept[op.sender][op.asset] -= op.amount;
                require(ICoin(op.asset).transfer(op.recipient, op.amount), "not paid out");
                emit InternalBalanceChanged(op.sender, op.asset, -int256(op.amount));
            } else if (op.kind == OpKind.TRANSFER_INTERNAL) {
                kept[op.sender][op.asset] -= op.amount;
                kept[op.recipient][op.asset] += op.amount;
                emit InternalBalanceChanged(op.sender, op.asset, -int256(op.amount));
            } else {
                require(ICoin(op.asset).transferFrom(op.sender, op.recipient, op.amount), "not paid");
            }
        }
    }
}

/// Accounts that may issue, burn, claim and exchange for another account (Synthetix).
contract PowerBook {
    mapping(address => mapping(address => bool)) public approvedAll;

    event Approval(address indexed authoriser, address delegate, bytes32 action);

    function approveAllDelegatePowers(address delegate) external {
        approvedAll[msg.sender][delegate] = true;
        emit Approval(msg.sender, delegate, "ApproveAll");
    }
}

/// Operators of accounts, and calls on behalf of accounts (Ethereum Vault Connector).
contract VaultConnector {
    struct BatchItem {
        address targetContract;
        address onBehalfOfAccount;
        uint256 value;
        bytes data;
    }

    mapping(address => mapping(address => bool)) public isAccountOperatorAuthorized;
    address private acting;

    event OperatorStatus(bytes19 indexed addressPrefix, address indexed operator, uint256 accountOperatorAuthorized);

    function setAccountOperator(address account, address operator, bool authorized) external payable {
        require(sender() == account, "EVC_NotAuthorized");
        isAccountOperatorAuthorized[account][operator] = authorized;
        emit OperatorStatus(bytes19(bytes20(account)), operator, authorized ? 1 : 0);
    }

    function batch(BatchItem[] calldata items) external payable {
        for (uint256 index; index < items.length; index += 1) {
            BatchItem calldata item = items[index];
            require(
                item.onBehalfOfAccount == address(0) || item.onBehalfOfAccount == msg.sender
                    || isAccountOperatorAuthorized[item.onBehalfOfAccount][msg.sender],
                "EVC_NotAuthorized"
            );
            if (item.targetContract == address(this)) {
                acting = msg.sender;
                (bool own,) = address(this).call(item.data);
                acting = address(0);
                require(own, "EVC_Failed");
            } else {
                (bool ok,) = item.targetContract.call{value: item.value}(item.data);
                require(ok, "EVC_Failed");
            }
        }
    }

    function sender() private view returns (address) {
        return msg.sender == address(this) ? acting : msg.sender;
    }
}

/// Wallets that may act for other wallets everywhere (delegate.xyz v2).
contract DelegateBook {
    mapping(bytes32 => bool) public enabled;

    event DelegateAll(address indexed from, address indexed to, bytes32 rights, bool enable);
    event DelegateContract(
        address indexed from, address indexed to, address indexed contract_, bytes32 rights, bool enable
    );

    function delegateAll(address to, bytes32 rights, bool enable) public payable returns (bytes32 hash) {
        hash = keccak256(abi.encode(uint8(1), msg.sender, to, rights));
        enabled[hash] = enable;
        emit DelegateAll(msg.sender, to, rights, enable);
    }

    function delegateContract(address to, address contract_, bytes32 rights, bool enable)
        external
        payable
        returns (bytes32 hash)
    {
        hash = keccak256(abi.encode(uint8(2), msg.sender, to, contract_, rights));
        enabled[hash] = enable;
        emit DelegateContract(msg.sender, to, contract_, rights, enable);
    }

    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 index; index < data.length; index += 1) {
            (bool ok, bytes memory told) = address(this).delegatecall(data[index]);
            require(ok, "MulticallFailed");
            results[index] = told;
        }
    }
}

/// Accounts that vote for others in a space (Snapshot's delegate registry).
contract VoteDelegates {
    mapping(address => mapping(bytes32 => address)) public delegation;

    event SetDelegate(address indexed delegator, bytes32 indexed id, address indexed delegate);

    function setDelegate(bytes32 id, address delegate) external {
        delegation[msg.sender][id] = delegate;
        emit SetDelegate(msg.sender, id, delegate);
    }
}

/// Accounts that may claim the rewards of an earner (EigenLayer).
contract RewardClaims {
    mapping(address => address) public claimerFor;

    event ClaimerForSet(address indexed earner, address indexed oldClaimer, address indexed claimer);

    function setClaimerFor(address claimer) external {
        emit ClaimerForSet(msg.sender, claimerFor[msg.sender], claimer);
        claimerFor[msg.sender] = claimer;
    }
}

/// Withdrawal addresses of nodes for stake and rewards (Rocket Pool).
contract NodeBook {
    mapping(address => address) private withdrawal;

    event NodeWithdrawalAddressSet(address indexed node, address indexed withdrawalAddress, uint256 time);

    function getNodeWithdrawalAddress(address node) public view returns (address) {
        return withdrawal[node] == address(0) ? node : withdrawal[node];
    }

    function setWithdrawalAddress(address node, address to, bool confirm) external {
        require(getNodeWithdrawalAddress(node) == msg.sender, "Only a tx from a node's withdrawal address can update it");
        require(confirm, "pending withdrawals are left out here");
        withdrawal[node] = to;
        emit NodeWithdrawalAddressSet(node, to, block.timestamp);
    }
}

/// Stakes LP tokens and pays rewards to a receiver that the staker sets (Curve's liquidity gauge).
contract RewardGauge {
    address public immutable lp_token;
    address public immutable reward;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public claimable;
    mapping(address => address) public rewards_receiver;

    event Deposit(address indexed provider, uint256 value);
    event Withdraw(address indexed provider, uint256 value);

    constructor(address lp, address reward_) {
        lp_token = lp;
        reward = reward_;
    }

    function deposit(uint256 value, address to) external {
        require(ICoin(lp_token).transferFrom(msg.sender, address(this), value), "not paid");
        balanceOf[to] += value;
        claimable[to] += value / 20;
        emit Deposit(to, value);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        require(ICoin(lp_token).transfer(msg.sender, value), "not paid out");
        emit Withdraw(msg.sender, value);
    }

    function set_rewards_receiver(address receiver) external {
        rewards_receiver[msg.sender] = receiver;
    }

    function claim_rewards(address account, address receiver) external {
        require(receiver == address(0) || account == msg.sender, "cannot redirect when claiming for another user");
        address to = receiver != address(0) ? receiver : rewards_receiver[account];
        if (to == address(0)) to = account;
        uint256 amount = claimable[account];
        claimable[account] = 0;
        require(ICoin(reward).transfer(to, amount), "not paid out");
    }
}

/// Strategy with roles: its manager, keeper and rescuer control the assets in it.
contract OwnedStrategy {
    address public management;
    address public pendingManagement;
    address public keeper;
    address public rewardsRecipient;
    mapping(address => bool) public isExecutor;
    address public immutable asset;

    constructor(address asset_) {
        asset = asset_;
    }

    modifier onlyManagement() {
        require(msg.sender == management, "!management");
        _;
    }

    function init(address management_) external {
        require(management == address(0), "done already");
        management = management_;
    }

    function setPendingManagement(address to) external onlyManagement {
        pendingManagement = to;
    }

    function acceptManagement() external {
        require(msg.sender == pendingManagement, "!pending");
        management = msg.sender;
    }

    function setKeeper(address to) external onlyManagement {
        keeper = to;
    }

    function setRewardsRecipient(address to) external onlyManagement {
        rewardsRecipient = to;
    }

    function setExecutor(address executor, bool allowed) external onlyManagement {
        isExecutor[executor] = allowed;
    }

    function rescueTokens(address token, address to, uint256 amount) external onlyManagement {
        require(ICoin(token).transfer(to, amount), "not paid out");
    }

    /// Makes a call from this contract.
    function execute(address target, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == management || isExecutor[msg.sender], "!executor");
        (bool ok, bytes memory told) = target.call(data);
        require(ok, "the call inside failed");
        return told;
    }
}

/// Deposits of accounts that pay for their operations (ERC-4337 entry point).
contract DepositBook {
    mapping(address => uint256) public balanceOf;

    event Deposited(address indexed account, uint256 totalDeposit);
    event Withdrawn(address indexed account, address withdrawAddress, uint256 amount);

    function depositTo(address account) external payable {
        balanceOf[account] += msg.value;
        emit Deposited(account, balanceOf[account]);
    }

    function withdrawTo(address payable to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        emit Withdrawn(msg.sender, to, amount);
        (bool ok,) = to.call{value: amount}("");
        require(ok, "failed to withdraw");
    }
}

/// Accepts 32 ETH for a validator. The withdrawal credentials determine where it is paid back (the deposit
/// contract).
contract ValidatorDeposits {
    uint64 private count;

    event DepositEvent(bytes pubkey, bytes withdrawal_credentials, bytes amount, bytes signature, bytes index);

    function deposit(
        bytes calldata pubkey,
        bytes calldata withdrawal_credentials,
        bytes calldata signature,
        bytes32
    ) external payable {
        require(pubkey.length == 48 && withdrawal_credentials.length == 32 && signature.length == 96, "lengths");
        require(msg.value >= 1 ether && msg.value % 1 gwei == 0, "value");
        emit DepositEvent(
            pubkey,
            withdrawal_credentials,
            abi.encodePacked(uint64(msg.value / 1 gwei)),
            signature,
            abi.encodePacked(count)
        );
        count += 1;
    }
}

/// Moves the whole stake of one validator to another. Its calldata has no function selector (EIP-7251's
/// system contract).
contract Consolidations {
    uint256 public waiting;

    fallback() external payable {
        require(msg.data.length == 96 && msg.value >= 1, "source, target and a fee");
        waiting += 1;
        assembly {
            mstore(0, shl(96, caller()))
            calldatacopy(20, 0, 96)
            log0(0, 116)
        }
    }
}

/// Token streams that are paid to an address of the recipient's choice (Sablier).
contract StreamBook {
    struct Stream {
        address recipient;
        address token;
        uint128 left;
    }

    mapping(uint256 => Stream) private streams;

    event WithdrawFromLockupStream(uint256 indexed streamId, address indexed to, address indexed token, uint128 amount);

    function open(uint256 streamId, address recipient, address token, uint128 amount) external {
        require(streams[streamId].recipient == address(0), "open already");
        streams[streamId] = Stream(recipient, token, amount);
    }

    function withdrawMax(uint256 streamId, address to) external payable returns (uint128 amount) {
        Stream storage stream = streams[streamId];
        require(msg.sender == stream.recipient, "not the recipient");
        amount = stream.left;
        stream.left = 0;
        require(ICoin(stream.token).transfer(to, amount), "not paid out");
        emit WithdrawFromLockupStream(streamId, to, stream.token, amount);
    }
}

/// Exchanges a staked token for a withdrawal claim with an owner (Lido's withdrawal queue).
contract WithdrawalQueue {
    address public immutable STETH;
    uint256 public lastRequestId;
    mapping(uint256 => address) private owners;
    mapping(address => uint256) public balanceOf;

    event WithdrawalRequested(
        uint256 indexed requestId,
        address indexed requestor,
        address indexed owner,
        uint256 amountOfStETH,
        uint256 amountOfShares
    );
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    constructor(address staked) {
        STETH = staked;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function ownerOf(uint256 requestId) external view returns (address) {
        return owners[requestId];
    }

    function requestWithdrawals(uint256[] calldata amounts, address owner) external returns (uint256[] memory ids) {
        ids = new uint256[](amounts.length);
        for (uint256 index; index < amounts.length; index += 1) {
            require(ICoin(STETH).transferFrom(msg.sender, address(this), amounts[index]), "not paid");
            lastRequestId += 1;
            ids[index] = lastRequestId;
            owners[lastRequestId] = owner;
            balanceOf[owner] += 1;
            emit WithdrawalRequested(lastRequestId, msg.sender, owner, amounts[index], amounts[index]);
            emit Transfer(address(0), owner, lastRequestId);
        }
    }
}

/// Operators of margin accounts (dYdX Solo).
contract MarginBook {
    struct OperatorArg {
        address operator;
        bool trusted;
    }

    mapping(address => mapping(address => bool)) public getIsLocalOperator;

    event LogOperatorSet(address indexed owner, address operator, bool trusted);

    function setOperators(OperatorArg[] calldata args) external {
        for (uint256 index; index < args.length; index += 1) {
            getIsLocalOperator[msg.sender][args[index].operator] = args[index].trusted;
            emit LogOperatorSet(msg.sender, args[index].operator, args[index].trusted);
        }
    }
}

/// Orders that are signed by a transaction, which doesn't contain the order itself (CoW Protocol's
/// settlement).
contract OrderSettlement {
    mapping(bytes32 => uint256) public preSignature;

    event PreSignature(address indexed owner, bytes orderUid, bool signed);

    function setPreSignature(bytes calldata orderUid, bool signed) external {
        require(orderUid.length == 56, "GPv2: invalid uid");
        require(address(bytes20(orderUid[32:52])) == msg.sender, "GPv2: cannot presign order");
        preSignature[keccak256(orderUid)] = signed ? 1 : 0;
        emit PreSignature(msg.sender, orderUid, signed);
    }
}

/// Tokens locked for votes, and the accounts that may move them (the escrow of Velodrome and Aerodrome).
contract VoteEscrow {
    struct Lock {
        address owner;
        address token;
        uint256 amount;
        uint256 end;
    }

    mapping(uint256 => Lock) public locked;

    event Merge(address indexed sender, uint256 indexed from, uint256 indexed to, uint256 amount);

    function open(uint256 id, address owner, address token, uint256 amount, uint256 end) external {
        require(locked[id].owner == address(0), "open already");
        locked[id] = Lock(owner, token, amount, end);
    }

    /// Adds the locked amount of the first lock to the second, whoever owns the second.
    function merge(uint256 from, uint256 to) external {
        require(locked[from].owner == msg.sender, "not the owner");
        uint256 amount = locked[from].amount;
        locked[to].amount += amount;
        delete locked[from];
        emit Merge(msg.sender, from, to, amount);
    }
}
