# Completion of sdy-opt and its fellow commands for bash 4.4 or later.

_sdy_opt_completion() {
    local IFS=$'\n' kind value prefix=
    [[ $2 == -*=* ]] && prefix=${2%%=*}=
    COMPREPLY=()
    while IFS=, read -r kind value; do
        case $kind in
            plain) COMPREPLY+=("$prefix$value") ;;
            file) compopt -o filenames -o default ;;
            mlir)
                compopt -o filenames -o default
                mapfile -t COMPREPLY < <(
                    compgen -P "$prefix" -d -- "${2#"$prefix"}"
                    compgen -P "$prefix" -f -X '!*.mlir' -- "${2#"$prefix"}"
                )
                ;;
        esac
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _SDY_OPT_COMPLETE=bash_complete "${1/#~\//$HOME/}" 2>/dev/null)
}

complete -o nosort -F _sdy_opt_completion sdy-opt sdy_opt sdyopt sdy-layout sdy-view sdy-plan sdy-reduce sdy-update-checks sdy-lsp
